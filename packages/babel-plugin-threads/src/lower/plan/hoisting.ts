/** What becomes of each variable of a function that is lowered. */
import type { types as t } from '@babel/core';
import type { Facts } from '../read/facts.js';
import type { FormChoices } from '../read/form-choices.js';
import { eachStatement } from '../../babel/ast.js';
import type { Pauses } from '../read/pauses.js';
import type { Saving } from '../read/tools.js';
import { isSuperCapture } from '../read/super-captures.js';
import type { Nested, Use, Variable, Variables } from '../read/variable.js';

/**
 * A variable that may live over a pause is declared at the head of the function, and stands in its frame.
 *
 * - `plain`: a variable. Functions that capture it are made when its value is final.
 * - `bound`: a variable of an iteration: functions that capture it get its value as an argument of an arrow around them.
 * - `box`: an object, `{ v }`, as it is assigned to after a function that captures it was made.
 * - `shared`: a property of `$vars`, in a function with many variables: a pause keeps that one object.
 */
export interface Hoisted {
  readonly variable: Variable;
  readonly name: string;
  readonly as: 'plain' | 'bound' | 'box' | 'shared';
  /** A function that captures it may be made before its declaration runs, so that its box is made where its block begins. */
  readonly isEarly: boolean;
  /** It holds `$tdz` until its declaration runs. */
  readonly isUnset: boolean;
  /** `n0`, for a parameter `n` that is assigned to: it keeps what was given, for traces. */
  readonly given?: string | undefined;
}

export interface Hoisting {
  /** Of parameters only those that are assigned to. */
  readonly hoisted: ReadonlyMap<Variable, Hoisted>;
  /** The object that has the `shared` ones; undefined if there are none. */
  readonly shared: string | undefined;
}

type Form = Pick<Hoisted, 'as' | 'isEarly'>;

/** The variables that are hoisted, and their forms: of parameters only those that are assigned to. */
export function findHoisted(facts: Facts): Map<Variable, Form> {
  const { fn, variables, pauses, isStep } = facts;
  const { saving } = facts.tools;
  const found = new Map<Variable, Form>();
  const inOrder = [...variables.own].sort((a, b) => Number(b.kind === 'param') - Number(a.kind === 'param'));
  const isKept = (one: Variable): boolean =>
    isStep && (one.kind === 'param' ? isAssigned(one) : isHoisted(one, fn, pauses));
  for (const one of inOrder)
    if (isKept(one) || (saving !== undefined && isForFactories(one, pauses, saving)))
      found.set(one, formOf(one, pauses, saving));
  if (saving !== undefined) addDeclaredTogether(facts, found);
  const declared = declarationsIn(variables);
  // The map grows in the loop: a declaration that is added may capture variables of a loop itself.
  for (const [one, { as }] of found)
    for (const { node } of capturesToBind({ variable: one, as }, saving)) {
      const variable = declared.get(node);
      if (variable !== undefined && !found.has(variable)) found.set(variable, formOf(variable, pauses, saving));
    }
  return found;
}

/**
 * With the option `saves`, what factories cannot take as a value stands in a box, also where nothing waits; functions and classes that are declared
 * become assignments, as a factory makes them.
 */
function isForFactories(variable: Variable, pauses: Pauses, saving: Saving): boolean {
  const { kind, uses } = variable;
  if (kind === 'catch' || kind === 'using') return false;
  if (kind !== 'param' && uses.some(isOfDeclaration)) return true;
  const isShared = capturesOf(variable).some(({ node }) => !saving.isCalledAtOnce(node));
  return isShared && formOf(variable, pauses, saving).as === 'box';
}

/** `let a = 1, b = 2;`: what one statement declares becomes assignments together. */
function addDeclaredTogether({ fn, variables, pauses, tools }: Facts, found: Map<Variable, Form>): void {
  const { types, saving } = tools;
  const declarations = new Map<t.Node, t.Node>();
  const look = (node: t.Node): void => {
    if (node.type === 'VariableDeclaration')
      for (const { id } of node.declarations)
        for (const name of Object.values(types.getBindingIdentifiers(id))) declarations.set(name, node);
    eachStatement(types, node, look);
  };
  look(fn.body);
  const declarationsOf = ({ uses }: Variable): t.Node[] => uses.flatMap(({ node }) => declarations.get(node) ?? []);
  const ours = new Set([...found.keys()].flatMap(declarationsOf));
  for (const one of variables.own)
    if (!found.has(one) && declarationsOf(one).some((node) => ours.has(node)))
      found.set(one, formOf(one, pauses, saving));
}

interface HoistingInput {
  readonly variables: Variables;
  readonly found: ReadonlyMap<Variable, Form>;
  /** The names, in their declarations, of the variables with uses that may be in the TDZ. */
  readonly unset: ReadonlySet<t.Node> | undefined;
  /** Another name for one that is taken, in the whole file. */
  readonly unique: (name: string) => string;
  /** A name of the function itself. */
  readonly ofFunction: (name: string) => string;
  readonly choices: FormChoices;
  readonly saving: Saving | undefined;
}

export function planHoisting({
  variables,
  found,
  unset,
  unique,
  ofFunction,
  choices,
  saving,
}: HoistingInput): Hoisting {
  const hoisted = new Map<Variable, Hoisted>();
  const parameters = variables.own.filter((one) => one.kind === 'param' && !found.has(one));
  // Sloppy code may have a `var let`.
  const taken = new Set<string>(['let', ...variables.free.keys(), ...parameters.map(({ name }) => name)]);
  for (const [variable, { as, isEarly }] of found) {
    const isUnset = unset !== undefined && variable.uses.some(({ node, how }) => how === 'declares' && unset.has(node));
    const isClashing = taken.has(variable.name) || variable.isOfBlock || isOfClass(variable);
    const name = isClashing ? unique(variable.name) : variable.name;
    taken.add(variable.name);
    const given = variable.kind === 'param' ? ofFunction(`${variable.name}0`) : undefined;
    hoisted.set(variable, { variable, name, as, isEarly: isEarly || (isUnset && as === 'box'), isUnset, given });
  }
  return { hoisted, shared: share(hoisted, choices.variables, saving) ? unique('$vars') : undefined };
}

/** Makes variables `shared` if more than `most` can be. Gives whether it did. */
function share(hoisted: Map<Variable, Hoisted>, most: number, saving: Saving | undefined): boolean {
  // What factories take in a loop has to be a value.
  const isTaken = (one: Variable): boolean => saving !== undefined && one.scope.isInLoop && capturesOf(one).length > 0;
  const all = [...hoisted].filter(([variable, one]) => canBeShared(variable, one) && !isTaken(variable));
  if (all.length <= most) return false;
  for (const [variable, one] of all) hoisted.set(variable, { ...one, as: 'shared' });
  return true;
}

/** It is declared by declarators only, and has no box and no TDZ. */
function canBeShared({ kind, uses, isOfBlock }: Variable, { as, name, isUnset }: Hoisted): boolean {
  if (as !== 'plain' || isUnset || isOfBlock || name === '__proto__') return false;
  return (kind === 'let' || kind === 'const' || kind === 'var') && uses.every((use) => !isOfDeclaration(use));
}

/** A function or a class is declared, and becomes an assignment. */
const isOfDeclaration = ({ how, parent }: Use): boolean =>
  how === 'declares' && (parent.type === 'FunctionDeclaration' || parent.type === 'ClassDeclaration');

/** The variable of a class declaration. It gets another name: inside of a class the name means the class, and esbuild renames a class that shares it. */
const isOfClass = ({ uses }: Variable): boolean =>
  uses.some(({ how, parent }) => how === 'declares' && parent.type === 'ClassDeclaration');

/** The functions that get its value, or its box, as an argument, as each iteration has another one. Factories do it themselves. */
export function capturesToBind(
  { as, variable }: Pick<Hoisted, 'as' | 'variable'>,
  saving: Saving | undefined,
): Nested[] {
  return saving !== undefined || as === 'plain' || as === 'shared' || !variable.scope.isInLoop
    ? []
    : capturesOf(variable);
}

/** Functions and classes that are declared, with their variables. */
function declarationsIn({ own }: Variables): Map<t.Node, Variable> {
  const found = new Map<t.Node, Variable>();
  for (const variable of own)
    for (const use of variable.uses) if (isOfDeclaration(use)) found.set(use.parent, variable);
  return found;
}

function isHoisted({ kind, scope, declarator }: Variable, fn: t.Function, pauses: Pauses): boolean {
  if (isSuperCapture(declarator)) return false;
  return kind === 'var' || scope.node === fn || pauses.holds(scope.node);
}

/** Other than by its declaration. */
export function isAssigned({ uses, kind }: Variable): boolean {
  if (uses.some(({ how }) => how === 'assigns')) return true;
  const declarations = uses.filter(({ how }) => how === 'declares');
  return kind === 'var' && (declarations.length > 1 || declarations.some(({ isInLoop }) => isInLoop));
}

/** The nested functions that use it. */
export function capturesOf({ uses }: Variable): Nested[] {
  return [...new Set(uses.flatMap(({ inside }) => inside ?? []))];
}

export function formOf(variable: Variable, pauses: Pauses, saving: Pick<Saving, 'isCalledAtOnce'> | undefined): Form {
  const captures = capturesOf(variable);
  if (captures.length === 0) return { as: 'plain', isEarly: false };
  const { isInLoop } = variable.scope;
  const isEarly = captures.some((one) =>
    saving === undefined ? isMadeBefore(one, variable, pauses) : isMadeWithout(one, variable),
  );
  // A function in a loop may name itself, or one that is made later in the same block.
  const isOwnName = variable.kind === 'function' && isInLoop;
  if (isAssigned(variable) || isEarly || isOwnName) return { as: 'box', isEarly };
  return { as: isInLoop && saving === undefined ? 'bound' : 'plain', isEarly };
}

/** Is it made before the variable has its value? A function that is declared has its value before any statement, in the order of the text. */
function isMadeWithout({ at }: Nested, { declaredEnd, scope, kind }: Variable): boolean {
  return kind === 'var' || at <= (kind === 'function' ? scope.at : declaredEnd);
}

/** Is the function made before the variable has its value, and is a pause or another iteration between? */
function isMadeBefore(
  { at }: Nested,
  { declaredFrom, declaredEnd, declarator, scope, kind }: Variable,
  pauses: Pauses,
): boolean {
  // A `var` exists from the beginning, and may get its value at any time.
  if (kind === 'var') return true;
  if (at > declaredEnd) return false;
  const isInInitial = at > declaredFrom;
  return !isInInitial || scope.isInLoop || pauses.holds(declarator);
}
