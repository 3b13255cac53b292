/** What the compiler's worker gives for a source. */
import type { Diagnostic, SpindleReport } from '@spindle/compiler';
import type { Runnable } from '../protocol.js';

/** Four numbers for each part of the compiled code: its line and column, and those of the source. Lines count from 1. */
export type Segments = Int32Array;

export interface Compiled {
  readonly source: string;
  /** The compiled code as the Output tab shows it, with its types. Null if there are errors. */
  readonly code: string | null;
  readonly segments: Segments;
  readonly report: SpindleReport | null;
  /** Errors and warnings. */
  readonly diagnostics: readonly Diagnostic[];
  /** Null if there are errors. */
  readonly scene: Runnable | null;
  readonly tookMs: number;
}

export interface CompileRequest {
  readonly id: number;
  readonly source: string;
  /** Is it a program, with or without the mark? */
  readonly script: boolean;
}

export interface CompileAnswer {
  readonly id: number;
  readonly compiled: Compiled;
}
