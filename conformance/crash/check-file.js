/** Compiles one file with all its functions marked, and checks the output. */
import vm from 'node:vm';
import threads from 'babel-plugin-threads';
import forcedPauses from '../shared/forced-pauses.js';
import { parserSettings } from './babel.js';

const maxRefusals = 500;
/** Each wrapped function has one such text: its id, its length and the positions of its pauses. */
const metaText = /[(,:] ?"(?:[^"\\\s]|\\.)+\(\d+\)(?: [^"]*)?"/g;

/**
 * Gives whether Babel parses the file, the number of compiled functions, the codes of the errors that the plugin reported, why functions stay generators
 * with the target `frames`, and a fault if there is one.
 */
export function checkFile({ babel: lane, file, source, target, stress }) {
  const settings = parserSettings(lane, file, source);
  if (settings === undefined) return { isParsed: false, functionCount: 0, codes: [], kept: [] };
  const codes = [];
  const plugin = stress ? forcedPauses : threads;
  let text = marked(source);
  for (;;) {
    const { result, error } = transformed(lane, text, settings, [[plugin, { target, diagnostics: 'off' }]]);
    if (error === undefined) {
      const functionCount = result.code.match(metaText)?.length ?? 0;
      const kept = result.metadata.spindle.functions.flatMap((one) => one.target?.reason ?? []);
      return { isParsed: true, functionCount, codes, kept, fault: faultOf(lane, result, { settings, target }) };
    }
    const message = String(error.message);
    const [, code] = /\[(SPN\d+)\]/.exec(message) ?? [];
    if (code === undefined || code === 'SPN901')
      return { isParsed: true, functionCount: 0, codes, kept: [], fault: String(error.stack ?? error) };
    codes.push(code);
    const opened = withNativeMark(lane, text, settings, message);
    if (opened === undefined || codes.length > maxRefusals)
      return { isParsed: true, functionCount: 0, codes, kept: [], fault: `cannot be left out: ${message}` };
    text = opened;
  }
}

/** The directive is on the first line, so that the numbers of the lines do not change. */
function marked(source) {
  const [shebang = ''] = /^#!.*\n/.exec(source) ?? [];
  return `${shebang}"use compile"; ${source.slice(shebang.length)}`;
}

function transformed({ babel }, text, settings, plugins, more = {}) {
  try {
    return { result: babel.transformSync(text, { ast: true, ...settings, ...more, plugins }) };
  } catch (error) {
    return { error };
  }
}

/** The text with `@native` on the innermost function around the position of an error that has no such mark yet. */
function withNativeMark({ babel }, text, settings, message) {
  const [, line] = /^\s*> (\d+) \|/m.exec(message) ?? [];
  const [, caret] = /^\s*\|( *)\^/m.exec(message) ?? [];
  if (line === undefined) return undefined;
  const at =
    text
      .split('\n')
      .slice(0, line - 1)
      .join('\n').length +
    (line > 1 ? 1 : 0) +
    (caret?.length ?? 1) -
    1;
  let best;
  babel.traverse(babel.parseSync(text, settings), {
    Function({ node }) {
      const isAround = node.start <= at && at < node.end;
      const isMarked = /\/\* @native \*\/ \(?$/.test(text.slice(0, node.start));
      if (isAround && !isMarked && (best === undefined || node.start >= best.start)) best = node;
    },
  });
  return best && `${text.slice(0, best.start)}/* @native */ ${text.slice(best.start)}`;
}

function faultOf(lane, { code, ast }, { settings, target }) {
  const twice = nodeTwice(lane, ast);
  if (twice !== undefined) return `a ${twice} stands twice in the output`;
  const again = transformed(lane, code, settings, [[threads, { target, diagnostics: 'off' }]]);
  if (again.error) return `the output does not parse: ${again.error.message}`;
  const reprint = again.result.code === code ? again : transformed(lane, code, settings, []);
  if (again.result.code !== reprint.result.code) return 'compiling the output changes it';
  return engineFault(lane, code, settings);
}

/** The type of a node that is in the tree twice. */
function nodeTwice({ babel: { types } }, ast) {
  const seen = new Set();
  const open = [ast];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) return node.type;
    seen.add(node);
    for (const key of types.VISITOR_KEYS[node.type] ?? []) {
      const child = node[key];
      if (Array.isArray(child)) open.push(...child.filter(Boolean));
      else if (child) open.push(child);
    }
  }
  return undefined;
}

/** What the engine says about the output without types. Output with JSX, decorators or Flow, which the engine does not know, is not checked. */
function engineFault({ babel, typescript }, code, settings) {
  const { plugins } = settings.parserOpts;
  const isTyped = plugins.includes('typescript');
  const { filename, ...rest } = settings;
  const stripped = transformed({ babel }, code, { ...rest, filename }, [], {
    presets: isTyped
      ? [
          [
            typescript,
            { onlyRemoveTypeImports: true, ...(babel.version.startsWith('7') && { allowDeclareFields: true }) },
          ],
        ]
      : [],
  });
  if (stripped.error)
    return /decorator/i.test(stripped.error.message) ? undefined : `without types: ${stripped.error.message}`;
  let hasOtherSyntax = false;
  babel.traverse(stripped.result.ast, {
    enter(path) {
      hasOtherSyntax ||= /^(?:JSX|Decorator|TypeCast)/.test(path.node.type) || path.isFlow?.();
    },
  });
  if (hasOtherSyntax) return undefined;
  try {
    const Kind = stripped.result.ast.program.sourceType === 'module' ? vm.SourceTextModule : vm.Script;
    void new Kind(stripped.result.code);
    return undefined;
  } catch (error) {
    return `the engine does not parse the output: ${String(error)}`;
  }
}
