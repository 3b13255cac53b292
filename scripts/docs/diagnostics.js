/** What lists the lint rules: their README, and the configuration of Oxlint. */
import spindle, { globals } from '@spindle/eslint-plugin';
import { DIAGNOSTICS } from '@spindle/compiler';

const LIST = /<!-- rules -->\n[\s\S]*?<!-- end -->/g;

/** The page with its table of rules written anew. */
export const withRuleTable = (page) => page.replaceAll(LIST, () => `<!-- rules -->\n\n${ruleTable()}\n\n<!-- end -->`);

const ruleTable = () =>
  drawTable([
    ['rule', 'codes', 'what it is against'],
    ...Object.entries(spindle.rules).map(([rule, { meta }]) => [`\`${rule}\``, codesOf(rule), meta.docs.description]),
  ]);

function codesOf(name) {
  if (name === 'compile') return 'SPN1xx, SPN2xx, SPN422';
  const codes = DIAGNOSTICS.filter(({ rule }) => rule === name).map(({ code }) => code);
  return codes.join(', ') || '–';
}

/** As oxfmt writes a table whose columns together are wider than a line. */
function drawTable([head, ...rows]) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The configuration of Oxlint with the rules and globals of the recommended one of ESLint. */
export function withRules(text) {
  const config = JSON.parse(text);
  const { rules } = spindle.configs.recommended;
  const overrides = config.overrides.map((one) => ({ ...one, globals }));
  const filled = JSON.stringify({ ...config, rules, overrides }, null, 2);
  return `${filled.replaceAll(/\[\s+("[^"]*")\s+\]/g, '[$1]')}\n`;
}
