@echo off
rem Starts the tournament desk from this folder; no network is needed.
setlocal
set "here=%~dp0"
where py >nul 2>nul && (py -3 "%here%start.py" %* & goto done)
where python >nul 2>nul && (python "%here%start.py" %* & goto done)
echo Python 3.11 or newer is needed. See README.txt.
:done
pause
