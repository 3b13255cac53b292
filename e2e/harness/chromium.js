/** Finds a Chromium. */
import { findProgram } from './executables.js';

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
  return findProgram({ named: process.env.CHROMIUM, names: NAMES, places: PLACES });
}
