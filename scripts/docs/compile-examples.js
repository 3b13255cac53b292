/**
 * Short examples of a page: what is above the line `// becomes` is compiled, and what it becomes is written below it.
 * `// becomes with frames` is for the target `frames`. Statements without a mark stand for the body of a marked function.
 */
import * as babel from '@babel/core';
import threads from 'babel-plugin-threads';

const EXAMPLE = /^```js\n((?:(?!```)[^\n]*\n)*?)(\/\/ becomes(?: with frames)?)\n[^]*?^```$/gm;

export const withCompiled = (page) =>
  page.replaceAll(EXAMPLE, (_block, source, line) => {
    const output = compiled(source, line.endsWith('frames') ? { target: 'frames' } : {});
    return `\`\`\`js\n${source}${line}\n${output}\n\`\`\``;
  });

function compiled(source, options) {
  const isWhole = /\/\/ @|^'use /m.test(source);
  const text = isWhole ? source : `// @compile\nfunction scene() {\n${source}}`;
  const { code } = babel.transformSync(text, {
    configFile: false,
    babelrc: false,
    filename: 'example.js',
    plugins: [[threads, { ...options, onDiagnostic() {} }]],
  });
  if (isWhole) return code.replaceAll(/^import .*\n/gm, '').replace(/\n+function \$meta[^]*$/, '');
  const [, body] = /^function\*? \$?scene\([^]*?\) \{\n([^]*?)^\}/m.exec(code);
  return body.replaceAll(/^ {2}/gm, '').trimEnd();
}
