/** What the runtime has to know of each function. */
import { encoded } from '../babel/function-names.js';
import type { FunctionPlan, Pause } from '../plan.js';

/** What a function says of itself that has become a step of frames. */
export interface StepFacts {
  /** Its arguments come in a list. */
  readonly takesList: boolean;
  /** It is called and resumed without a receiver. */
  readonly isBare: boolean;
  /** It pauses in no `try`: an error that comes back from a pause goes through it. */
  readonly throwsThrough: boolean;
  /** Where its variables stand at its pauses: see `place-names.ts`. */
  readonly places: string;
}

/**
 * The text of a function in the table of positions:
 *
 *   glitch.walk(1) name=step instant 4:4:k3f 5:12:9xa 3:2:0bq:2
 *
 * Its id and its length; the name if the id does not end in it; the file with the option `positions`; words that hold for it (`instant`, `question`, how a call of
 * it is taken, `sloppy`, `concise`, `frames`); then each pause as line, column and hash, with the line of a loop that may run away. With `frames`
 * the names of the places of its frame follow: see `place-names.ts`.
 */
export function metaOf(plan: FunctionPlan, step?: StepFacts, file = ''): string {
  const { instant, isQuestion, busy, again, kind, isStrict, pauses } = plan;
  // It has `caller` and `arguments` of its own.
  const isSloppyFunction = (kind === 'declaration' || kind === 'expression') && !isStrict;
  const concise = plan.concise && pauses.length > 0;
  const words = [
    instant && 'instant',
    isQuestion && 'question',
    busy,
    again,
    isSloppyFunction && 'sloppy',
    concise && 'concise',
    step && 'frames',
    step?.takesList && 'list',
    step?.isBare && 'bare',
    step?.throwsThrough && 'through',
  ];
  const text = words.map((word) => (word ? ` ${word}` : '')).join('');
  return `${plan.id}(${plan.length})${nameText(plan)}${file && ` file=${encoded(file)}`}${text}${pauses.map(pauseText).join('')}${step?.places ?? ''}`;
}

/** Empty where the last part of the id is the name. `name=*`: the key is computed, so the name is that of the function handed to the runtime. */
function nameText({ id, name }: FunctionPlan): string {
  if (name === undefined) return ' name=*';
  const path = id.replace(/~[^>]*$/, '');
  const isOfId = name === decodeURIComponent(/[^.>]*$/.exec(path)![0]);
  return isOfId ? '' : ` name=${encoded(name).replace('*', '%2A')}`;
}

function pauseText({ line, column, hash, loop }: Pause): string {
  return ` ${line}:${column}:${hash}${loop === undefined ? '' : `:${loop}`}`;
}
