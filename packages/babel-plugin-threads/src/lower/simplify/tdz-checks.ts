/** TDZ checks, and errors of assignments to constants, for hoisted variables: the engine does both only for variables that stay in their blocks. */
import type { types as t } from '@babel/core';
import { isLogicalAssignment, replaceBelow } from '../../babel/ast.js';
import { nameValue } from './inferred-names.js';
import { type Early, type EarlyUsesInput, makeEarlyUses } from '../plan/early-uses.js';
import type { Step, Tools } from '../read/tools.js';
import type { Use, Variable } from '../read/variable.js';

interface CheckedUse {
  readonly name: string;
  readonly early: Early;
  readonly isRead: boolean;
  readonly isConstant: boolean;
}

/**
 *   log(x); let x;             →   log($tdz("x")); let x;
 *   f(() => x); const x = 1;   →   f(() => $tdz("x", x)); const x = 1;
 *   x = a();                   →   x = [a(), $tdz("x", x)][0];     where the value is evaluated first
 *   x++                        →   $tdz("x", x), x++
 *   const y = 1; y += a();     →   $constant(y + a());
 *
 * Gives the names, in their declarations, of the variables that have to hold `$tdz` until then; undefined if no check is written.
 */
export function checkUses(
  tools: Tools,
  fn: Step,
  hoisted: Iterable<Variable>,
  given: EarlyUsesInput,
): ReadonlySet<t.Node> | undefined {
  const earlyOf = makeEarlyUses(given);
  const found = new Map<t.Node, CheckedUse>();
  const unset = new Set<t.Node>();
  for (const variable of hoisted)
    for (const use of variable.uses) {
      const one = foundAt(variable, use, earlyOf);
      if (one === undefined) continue;
      found.set(use.node, one);
      if (one.early !== 'maybe') continue;
      for (const { node, how } of variable.uses) if (how === 'declares') unset.add(node);
    }
  if (found.size === 0) return undefined;
  new Checks(tools, fn, found).write();
  return unset;
}

function foundAt(
  variable: Variable,
  use: Use,
  earlyOf: (variable: Variable, use: Use) => Early,
): CheckedUse | undefined {
  if (use.how === 'declares') return undefined;
  const isConstant = variable.kind === 'const' && use.how === 'assigns';
  const early = earlyOf(variable, use);
  if (early === 'never' && !isConstant) return undefined;
  return { name: variable.name, early, isRead: use.how === 'reads', isConstant };
}

class Checks {
  readonly #tools: Tools;
  readonly #fn: Step;
  readonly #found: ReadonlyMap<t.Node, CheckedUse>;

  constructor(tools: Tools, fn: Step, found: ReadonlyMap<t.Node, CheckedUse>) {
    this.#tools = tools;
    this.#fn = fn;
    this.#found = found;
  }

  write(): void {
    const { types } = this.#tools;
    replaceBelow(types, this.#fn, (node, parent) => this.#check(node, parent));
  }

  #check(node: t.Node, parent: t.Node): t.Node {
    switch (node.type) {
      case 'AssignmentExpression': {
        const found = this.#found.get(node.left);
        return found ? this.#checkAssignment(node, found) : node;
      }
      case 'UpdateExpression': {
        const found = this.#found.get(node.argument);
        return found ? this.#checkUpdate(node, found) : node;
      }
      case 'JSXOpeningElement':
        return this.#checkElement(node);
      case 'ObjectProperty':
        if (node.shorthand && node.value.type !== 'Identifier' && node.value.type !== 'AssignmentPattern')
          node.shorthand = false;
        return node;
      case 'Identifier': {
        const found = this.#found.get(node);
        const isAlone = parent.type === 'AssignmentExpression' || parent.type === 'UpdateExpression';
        if (!found || (!found.isRead && isAlone)) return node;
        return found.isRead ? this.#writeRead(found, node) : this.#checkTarget(found, node);
      }
      default:
        return node;
    }
  }

  /** `$tdz("x", x)` */
  #writeRead({ name, early }: CheckedUse, node: t.Node): t.Expression {
    const { emit } = this.#tools;
    if (early === 'never') return node as t.Expression;
    const NAME = emit.text(name);
    return early === 'always'
      ? emit.expression('$tdz(NAME)', { NAME })
      : emit.expression('$tdz(NAME, VALUE)', { NAME, VALUE: node });
  }

  #refuseConstant(value: t.Expression): t.Expression {
    return this.#tools.emit.expression('$constant(VALUE)', { VALUE: value });
  }

  #repeatName = (node: t.Node): t.Identifier => this.#tools.types.identifier((node as t.Identifier).name);

  #checkAssignment(node: t.AssignmentExpression, found: CheckedUse): t.Expression {
    const { types, emit } = this.#tools;
    const { early, isConstant } = found;
    const { left, right, operator } = node;
    const READ = this.#writeRead(found, this.#repeatName(left));
    if (operator === '=') {
      if (early === 'always') return types.sequenceExpression([right, READ]);
      if (early === 'never') return this.#refuseConstant(right);
      const RIGHT = nameValue(types, right, found.name);
      const both = emit.expression('[RIGHT, READ]', { RIGHT, READ });
      if (isConstant) return this.#refuseConstant(both);
      node.right = emit.expression('BOTH[0]', { BOTH: both });
      return node;
    }
    if (early === 'always') return READ;
    if (!isConstant) return types.sequenceExpression([READ, node]);
    const plain = operator.slice(0, -1);
    if (isLogicalAssignment(node))
      return types.logicalExpression(plain as t.LogicalExpression['operator'], READ, this.#refuseConstant(right));
    return this.#refuseConstant(types.binaryExpression(plain as t.BinaryExpression['operator'], READ, right));
  }

  /** `y++` converts the value of a constant to a number before it throws. */
  #checkUpdate(node: t.UpdateExpression, found: CheckedUse): t.Expression {
    const { types } = this.#tools;
    const read = this.#writeRead(found, this.#repeatName(node.argument));
    if (found.early === 'always') return read;
    if (found.isConstant) return this.#refuseConstant(types.unaryExpression('-', read));
    return types.sequenceExpression([read, node]);
  }

  /** In a pattern, or in the head of a loop: `[x] = list` → `[{ set v($value) { $tdz("x", x); x = $value; } }.v] = list` */
  #checkTarget(found: CheckedUse, node: t.Node): t.Expression {
    const { types, emit, names } = this.#tools;
    const VALUE = names.parameter(this.#fn, '$value');
    const isChecked = found.early !== 'never';
    const body = isChecked ? [types.expressionStatement(this.#writeRead(found, this.#repeatName(node)))] : [];
    if (found.isConstant && found.early !== 'always')
      body.push(types.expressionStatement(this.#refuseConstant(emit.id(VALUE))));
    else if (found.early === 'maybe') body.push(types.expressionStatement(emit.assign(found.name, emit.id(VALUE))));
    return emit.expression('({ set v(VALUE) { BODY; } }).v', { VALUE, BODY: body });
  }

  /** `<X a={1} />` → `<X {...($tdz("X", X), null)} a={1} />` */
  #checkElement(node: t.JSXOpeningElement): t.JSXOpeningElement {
    const { types, emit } = this.#tools;
    let { name } = node as { name: t.Node };
    while (name.type === 'JSXMemberExpression') name = name.object;
    const found = this.#found.get(name);
    if (found === undefined) return node;
    const read = this.#writeRead(found, types.identifier(found.name));
    node.attributes.unshift(types.jsxSpreadAttribute(emit.expression('(READ, null)', { READ: read })));
    return node;
  }
}
