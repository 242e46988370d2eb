import type { Band } from '@memora/core';
import type { NewNote } from '@memora/vault';
import { jsonSchema } from 'ai';
import { CAPTURE_SCHEMA } from '../json/capture-schema.ts';
import { type Executable, executable } from './executable.ts';

/** The parts of a memory that a capture uses: a memory on disk has them, and so does a team member's, who writes their own notes. */
export interface CapturingMemory {
  readonly capture: (
    note: NewNote,
    options?: { readonly signal?: AbortSignal },
  ) => Promise<{
    readonly id: string;
    readonly path: string;
    readonly hidden?: readonly string[];
    readonly failure?: { readonly code: string } | null;
  }>;
}

/** A model's input for a new note. */
export interface CaptureInput {
  readonly region: string;
  readonly summary: string;
  readonly body: string;
  readonly tags?: string[];
  readonly privacy?: Band;
}

/** The written note; `not_indexed` is the code of the reason why it has no claims yet. */
export interface CaptureOutput {
  readonly id: string;
  readonly path: string;
  /** Credentials that were left out, each kind once. */
  readonly hidden?: readonly string[];
  readonly not_indexed?: string;
}

/** Creates `memora_capture`: writes a new note and never overwrites one. Its claims are always an agent's. */
export function captureTool(memory: CapturingMemory): Executable<CaptureInput, CaptureOutput> {
  return executable<CaptureInput, CaptureOutput>({
    description: 'Write a new note into the vault and index it. Never changes an existing note.',
    inputSchema: jsonSchema<CaptureInput>(CAPTURE_SCHEMA),
    execute: async ({ region, summary, body, tags, privacy }, { abortSignal }) => {
      abortSignal?.throwIfAborted();
      const note = { region, summary, body, source: 'agent' };
      const written = await memory.capture(
        {
          ...note,
          ...(tags === undefined ? {} : { tags }),
          ...(privacy === undefined ? {} : { privacy }),
        },
        abortSignal === undefined ? {} : { signal: abortSignal },
      );
      const { id, path, hidden = [], failure } = written;
      return {
        id,
        path,
        ...(hidden.length === 0 ? {} : { hidden }),
        ...(failure == null ? {} : { not_indexed: failure.code }),
      };
    },
  });
}
