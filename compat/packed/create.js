/** New games, made and tried as the README says it: their tests, ESLint, types and build; and the game in a browser. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from './registry.js';

const TEMPLATES = ['canvas', 'phaser', 'excalibur', 'pixi', 'three'];

export async function createAll({ folder, env, report }) {
  const browser = await findBrowser();
  if (browser === undefined) console.log('SKIPPED: the new games in a browser. There is no Chromium here.');
  for (const template of TEMPLATES)
    await report(`npm create spindle, ${template}`, () => tryTemplate({ template, folder, env, browser }));
  await browser?.close();
}

async function tryTemplate({ template, folder, env, browser }) {
  const home = path.join(folder, 'games');
  mkdirSync(home, { recursive: true });
  const cwd = path.join(home, template);
  await run(
    'npm',
    ['create', '--yes', 'spindle@latest', template, '--', '--template', template, '--yes', '--install'],
    {
      cwd: home,
      env,
    },
  );
  for (const script of ['test', 'lint', 'build']) await run('npm', ['run', script], { cwd, env });
  if (browser !== undefined) return playInBrowser({ cwd, env, browser, template });
}

/** The dev server, as a person starts it: the figures move and talk, and the console has no error. */
async function playInBrowser({ cwd, env, browser, template }) {
  const server = spawn('npx', ['vite', '--port', '0', '--host', '127.0.0.1'], { cwd, env });
  try {
    const url = await addressOf(server);
    const page = await browser.newPage();
    const problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && problems.push(message.text()));
    await page.goto(url);
    await page.waitForSelector('canvas', { timeout: 60_000 });
    await page.waitForTimeout(1000);
    const before = await page.screenshot();
    await page.waitForTimeout(1500);
    const after = await page.screenshot();
    const shots = process.env.PACKED_SHOTS;
    if (shots) writeFileSync(path.join(shots, `${template}.png`), after);
    await page.close();
    // Headless Chromium draws with software, and says so.
    const serious = problems.filter((text) => !/GPU stall|GL Driver Message|favicon|swiftshader/i.test(text));
    if (serious.length > 0) throw new Error(`The console says:\n${serious.join('\n')}`);
    if (before.equals(after)) throw new Error('Nothing moves on the page.');
  } finally {
    server.kill();
  }
}

const addressOf = (server) =>
  new Promise((resolve, reject) => {
    let said = '';
    const listen = (text) => {
      said += text;
      // oxlint-disable-next-line no-control-regex -- colours
      const [, url] = /(http:\/\/[\d.:]+\d\/)/.exec(said.replaceAll(/\u001B\[[\d;]*m/g, '')) ?? [];
      if (url) resolve(url);
    };
    server.stdout.on('data', listen);
    server.stderr.on('data', listen);
    server.on('close', () => reject(new Error(`The dev server ended:\n${said}`)));
  });

async function findBrowser() {
  const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((file) => existsSync(file));
  const playwright = await import('playwright-core').catch(() => undefined);
  if (executablePath === undefined || playwright === undefined) return undefined;
  return playwright.chromium.launch({ executablePath, args: ['--no-sandbox'] });
}
