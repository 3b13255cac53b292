/** Makes the extension of Chrome with the inspector as a panel of DevTools, in packages/inspector/chrome: a part of `npm run build`. */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';

const root = path.join(import.meta.dirname, '..');
const inspector = path.join(root, 'packages/inspector');
const folder = path.join(inspector, 'chrome');
const { version, description } = JSON.parse(readFileSync(path.join(inspector, 'package.json'), 'utf8'));

const page = (content) =>
  `<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>Spindle</title></head>\n<body style="margin:0;height:100vh;color-scheme:light dark;font:14px system-ui">\n${content}\n</body>\n</html>\n`;

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const write = (name, text) => writeFileSync(path.join(folder, name), text);
write(
  'manifest.json',
  `${JSON.stringify({ manifest_version: 3, name: 'Spindle', version, description, icons: { 128: 'icon.png' }, devtools_page: 'devtools.html' }, null, 2)}\n`,
);
write('devtools.html', page('<script src="devtools.js"></script>'));
write('devtools.js', "chrome.devtools.panels.create('Spindle', 'icon.png', 'panel.html');\n");
write(
  'panel.html',
  page(
    '<spindle-inspector hidden style="height:100%"></spindle-inspector>\n<p style="margin:16px">No game of Spindle answers in this page. It has to call <code>inspectorOverlay(scheduler)</code> or <code>servePanel(scheduler)</code> of <code>@spindle/inspector/view</code>.</p>\n<script src="panel.js"></script>',
  ),
);
copyFileSync(path.join(root, 'editors/vscode/icon.png'), path.join(folder, 'icon.png'));
await esbuild.build({
  entryPoints: [path.join(inspector, 'dist/chrome-panel.js')],
  outfile: path.join(folder, 'panel.js'),
  bundle: true,
  minify: true,
  format: 'iife',
  platform: 'browser',
  target: 'es2022',
  conditions: ['production'],
  logLevel: 'warning',
});
