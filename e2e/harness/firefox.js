/** Finds a Firefox and opens pages in it. */
import puppeteer from 'puppeteer-core';
import { findProgram } from './executables.js';

const NAMES = ['firefox-esr', 'firefox'];

/** The usual places on macOS and Windows, where browsers are not on the path. */
const PLACES = [
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  String.raw`C:\Program Files\Mozilla Firefox\firefox.exe`,
];

export const HOW_TO_GET_FIREFOX = `
  NO FIREFOX WAS FOUND, so nothing was measured in one.

  Get one, and run this again:
    Debian             apt-get install firefox-esr
    Fedora             dnf install firefox
    Arch               pacman -S firefox
    Mac                brew install --cask firefox
    elsewhere          https://www.mozilla.org/firefox
  Or name one that you have:
    FIREFOX=/path/to/firefox npm run e2e -- bench
`;

/** The path of an executable Firefox; undefined if there is none. The variable `FIREFOX` takes precedence over the one on the path. */
export function findFirefox() {
  return findProgram({ named: process.env.FIREFOX, names: NAMES, places: PLACES });
}

/** Starts a Firefox with a new, empty profile. */
export async function launchFirefox() {
  const executablePath = findFirefox();
  if (executablePath === undefined) throw new Error(HOW_TO_GET_FIREFOX);
  return puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
}
