Aquino, Amihan         1410 3 5 6 4 5; 441 425 397 385 410; board 2 1 1 1 2; lifeg 12; newr 1400 1410 1405 1402 1401; p12 1 2 1 2 1; rrank 7 2 2 1 3 2
Aquino, Bayani         1274 8 6 4 3 7; 373 355 400 364 419; board 4 2 3 4 4; p12 1 2 2 2 1; rrank 9 4 6 8 8 6
Peña, Dalisay:AA00482  1535 1 4 9 2 9; 410 391 394 373 372; board 2 4 4 4 3; p12 2 1 2 1 2; rrank 2 8 8 9 6 7
Aquino, Hiraya         1521 6 3 2 1 6; 409 419 447 442 396; board 3 4 3 1 1; p12 1 2 1 1 2; rrank 3 7 5 4 2 3
Aquino, Ligaya         1567 7 1 8 9 1; 408 403 361 422 410; board 1 1 2 3 2; p12 2 1 2 1 2; rrank 1 1 4 7 4 4; zodiac Tigre, tubig
Aquino, Luningning     1401 4 2 1 7 4; 416 468 365 463 403; board 3 2 1 2 1; p12 2 1 2 1 1; rrank 8 3 1 3 1 1
Aquino, Makisig        1456 5 8 0 6 2; 344 353 50 374 362; board 1 3 0 2 4; p12 1 2 0 2 2; rrank 6 9 9 6 7 8
Aquino, Mayumi         1482 2 7 5 0 0; 373 433 499 -50 -50; board 4 3 2; off -50; p12 2 1 1 1 2; rrank 4 4 3 2 4
Aquino, Sinag          1468 0 0 3 5 3; 0 0 398 385 421; board 0 0 4 3 3; p12 0 0 1 2 1; rrank 5 6 7 5 5 5
