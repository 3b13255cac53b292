/** What a module gets in development besides its own code. */
import type { Diagnostic } from '@spindle/compiler';
import { placedText } from './tell.js';

/** A module as the page will get it. */
export interface DevModule {
  readonly code: string;
  readonly isCompiled: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** Uncaught errors of scripts stand on the page. */
  readonly overlay: boolean;
}

/** A `#!` line, and directives such as `"use client"`, with the comments above them. */
const PROLOGUE = /^(?:#!.*\n)?(?:(?:\s|\/\*[\s\S]*?\*\/|\/\/[^\n]*)*(?:"use [^"\n]*"|'use [^'\n]*');?)*/;

/**
 * Statements behind the compiled code, where they move nothing that a source map tells. A module that was not compiled may throw
 * before its end, so there they stand before the first statement and on its line: then all lines stay what they are.
 */
export function addDevLines(module: DevModule): string {
  const { code, isCompiled } = module;
  const lines = devLines(module);
  if (lines.length === 0) return code;
  if (isCompiled) return `${code}\n${lines.join('\n')}\n`;
  const at = PROLOGUE.exec(code)![0].length;
  return `${code.slice(0, at)}${at === 0 ? '' : ';'}${lines.join(' ')}${code.slice(at)}`;
}

/** One statement a line. */
function devLines({ code, isCompiled, diagnostics, overlay }: DevModule): string[] {
  const warnings = diagnostics.map((one) => `console.warn(${JSON.stringify(`[spindle] ${placedText(one)}`)});`);
  return isCompiled && IMPORTS_RUNTIME.test(code) ? [...warnings, overlay ? SHOW_ERRORS : HIDE_ERRORS] : warnings;
}

const IMPORTS_RUNTIME = /^import .*["']@spindle\/runtime(?:\/abi)?["']/m;
const SHOW_ERRORS = 'import "@spindle/runtime/overlay";';
const HIDE_ERRORS = 'import { hideErrors as $hideErrors } from "@spindle/runtime/overlay"; $hideErrors();';
