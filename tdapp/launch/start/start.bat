@echo off
rem Starts the tournament desk from this folder; no network is needed.
setlocal
set "here=%~dp0"
for %%v in (3.13 3.12 3.11 3.14) do py -%%v -c "import venv" >nul 2>nul && (py -%%v "%here%start.py" %* & goto done)
where py >nul 2>nul && (py -3 "%here%start.py" %* & goto done)
where python >nul 2>nul && (python "%here%start.py" %* & goto done)
echo Python 3.11 or newer is needed. See README.txt.
:done
pause
