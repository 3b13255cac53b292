/** What a learner may meet, in German: for `translate` of `@spindle/runtime/texts`. What is missing stays English. */

import type { Texts } from '@spindle/runtime/texts';

const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(' oder ');
const whenKnown = (name: string | undefined, text: string): string => (name === undefined ? '' : text);

/** What the parser finds wrong, by its name for that. */
const WRONG: Readonly<Record<string, string>> = {
  UnexpectedToken: 'Hier fehlt ein Zeichen, oder eines ist zu viel. Zähle die Klammern.',
  UnterminatedString: 'Dem Text fehlt das zweite Anführungszeichen.',
  MissingSemicolon: 'Hier fängt etwas Neues an. Schreib es in eine neue Zeile.',
  VarRedeclaration: 'Diesen Namen gibt es schon. Nimm einen anderen.',
};

/** What is wrong with a number or a text, by how it is used. */
const LITERALS: Readonly<Record<string, (facts: Readonly<Record<string, string>>) => string>> = {
  toWaitFor: ({ call, meant }) => `\`${call}\` geht nicht: darauf kann niemand warten. Schreib \`${meant}\`.`,
  noCall: ({ word, literal, meant }) => `\`${word}\` will Aufrufe, und ${literal} ist keiner. Schreib \`${meant}\`.`,
  seconds: ({ call, literal, meant }) =>
    `\`${call}\` wartet ${literal} Millisekunden. Meinst du Sekunden? Dann schreib ${meant}.`,
  forever: ({ call, meant }) => `\`${call}\` geht nicht. Um ohne Ende zu warten, schreib \`${meant}\`.`,
  timeLast: ({ meant }) => `Zuerst kommt die Zeit: \`${meant}\`.`,
};

export const german: Texts = {
  // Marks and programs
  SPN101: 'Ein Skript ist nie `async`. Lass `async` und `await` weg: was dauert, wartet von selbst.',
  SPN102: 'Ein Skript ist kein Generator. Lass das `*` weg.',
  SPN113: 'In einem Programm geht `{what}` nicht: es ist ein einziges Skript.',
  SPN114: 'In einem Programm gibt es kein `await`. Lass es weg: was dauert, wartet von selbst.',
  SPN605: ({ written, near }) => `\`${written}\` ist keine Marke. Meinst du ${quoted(near)}?`,
  SPN607: ({ words }) => `Der Text in \`eval\` kennt ${quoted(words)} von hier nicht.`,

  // Names and code
  SPN201: '`{by}` in `finally` geht nicht. Setz eine Variable, und nimm `{by}` danach.',
  SPN202: '`{name}` ist schon vergeben. Nimm einen anderen Namen.',
  SPN204: 'Setz geschweifte Klammern um den `case` mit der Funktion `{name}`.',
  SPN207: 'Ein Programm hat kein `{what}`. Lass es weg.',
  SPN210: '`{name}` ist der Name der Funktion selbst. Nimm eine andere Variable.',
  SPN216: ({ name, near }) => `\`${name}\` kenne ich nicht.${near.length > 0 ? ` Meinst du ${quoted(near)}?` : ''}`,
  SPN220: 'Das ist zu tief verschachtelt. Teile es auf.',
  SPN422: ({ reason, line }) => `${WRONG[reason] ?? 'Das verstehe ich nicht.'} (Zeile ${line})`,
  SPN629: '`{name}` gibt es hier nicht. Schreib `{instead}`.',

  // What is hardly meant
  SPN601: '`{what}` wird gelesen, bevor `{call}` fertig ist. Gib dem Wert von `{call}` zuerst einen Namen.',
  SPN603: '`{what}` ist jedes Mal anders. Nimm `{instead}`.',
  SPN604: '`{word}` kann hier nicht warten ({region}). Schreib es woanders hin.',
  SPN606: 'Diese Schleife kann hier nicht warten ({region}). Schreib `// @nowait` darüber.',
  SPN609: ({ word, name }) =>
    `\`${word}\` wartet hier nicht${whenKnown(name, `: \`${name}\` ist kein Skript`)}. Lass \`async\`, \`await\` und \`*\` weg.`,
  SPN614:
    'Diese Schleife rechnet nur, und jede Runde dauert ein Bild. Schreib `// @fast` darüber, wenn es schnell gehen soll.',
  SPN616: (facts) => LITERALS[facts.kind]!(facts),
  SPN620:
    '`map` geht hier einen nach dem anderen durch. Sollen alle zugleich anfangen, schreib `(eins) => eins.geh()`.',
  SPN622: ({ name, instead }) =>
    name === undefined
      ? `Auf dieses \`new Promise\` wartet niemand.${whenKnown(instead, ` Schreib \`${instead}\`.`)}`
      : `\`${name};\` tut nichts. Schreib \`${name}()\`, wenn es eine Funktion ist, oder \`waitFor(${name})\`.`,
  SPN630: '`{condition}` setzt `{target}`, und vergleicht nichts. Zum Vergleichen schreib `===`.',
  SPN631: '`{name}` ist mit `const` festgelegt. Schreib dort `let`.',
  SPN628: 'Dieses Programm tut nichts: ruf am Ende `{name}` auf.',

  // While it runs
  SPN501: '{wait} wartet nicht: dazwischen ist eine Funktion, die nicht warten kann.',
  SPN502: '{wait} kann hier nicht warten ({region}).',
  SPN505: '`{thread}` wurde beendet.',
  SPN506: '{wait} hat länger gedauert als {ms} ms.',
  SPN508: ({ lines, call }) =>
    lines.length > 0 ? `Die Schleife in Zeile ${lines[0]} hört nie auf.` : `\`${call}\` hört nie auf.`,
  SPN511: 'Hier warten alle aufeinander: {threads}.',
  SPN513: 'Die Liste hat sich geändert, während sie sortiert wurde. Sortiere eine Kopie.',
  SPN536: '`{word}` will höchstens {most} Werte, und bekam {given}.',
  SPN537: '`{word}` kann mit {given} nichts anfangen.',
};
