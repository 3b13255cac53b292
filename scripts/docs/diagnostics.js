/** What lists the lint rules: their README, and the configuration of Oxlint. */
import spindle, { globals } from '@spindle/eslint-plugin';
import { DIAGNOSTICS } from '@spindle/compiler';

const LIST = /<!-- rules -->\n[\s\S]*?<!-- end -->/g;

/** The page with its list of rules written anew. */
export const withRuleList = (page) => page.replaceAll(LIST, () => `<!-- rules -->\n\n${ruleList()}\n\n<!-- end -->`);

const ruleList = () =>
  `${Object.keys(spindle.rules)
    .map((rule) => `\`${rule}\`${codesOf(rule)}`)
    .join(', ')}.`;

function codesOf(name) {
  if (name === 'compile') return ' (SPN1xx, SPN2xx, SPN422)';
  const codes = DIAGNOSTICS.filter(({ rule }) => rule === name).map(({ code }) => code);
  return codes.length === 0 ? '' : ` (${codes.join(', ')})`;
}

/** The configuration of Oxlint with the rules and globals of the recommended one of ESLint. */
export function withRules(text) {
  const config = JSON.parse(text);
  const { rules } = spindle.configs.recommended;
  const overrides = config.overrides.map((one) => ({ ...one, globals }));
  const filled = JSON.stringify({ ...config, rules, overrides }, null, 2);
  return `${filled.replaceAll(/\[\s+("[^"]*")\s+\]/g, '[$1]')}\n`;
}
