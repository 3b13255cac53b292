/** Finds a Chromium. */
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The usual places on macOS and Windows, where browsers are not on the path. */
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
];

export const HOW_TO_GET_IT = `
  NO CHROMIUM WAS FOUND, so nothing was checked in a browser.

  Get one, and run this again:
    Debian, Ubuntu     apt-get install chromium
    Fedora             dnf install chromium
    Arch               pacman -S chromium
    Mac                brew install --cask chromium
    elsewhere          https://www.google.com/chrome
  Or name one that you have:
    CHROMIUM=/path/to/chromium npm run e2e
`;

/** The path of an executable Chromium; undefined if there is none. The variable `CHROMIUM` takes precedence over the one on the path. */
export function findChromium() {
  const named = process.env.CHROMIUM;
  if (named !== undefined && named !== '') return isRunnable(named) ? named : undefined;
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...onPath, ...PLACES].find(isRunnable);
}

function isRunnable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
