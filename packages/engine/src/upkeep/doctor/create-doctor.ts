import type { IndexOptions, IndexResult, Memory } from '../../memory.ts';
import type { DoctorPorts } from './check-memory.ts';

/** The parts of an open memory that the doctor needs. */
interface OpenDoctorPorts extends Omit<DoctorPorts, 'signal'> {
  readonly indexPath: string;
  readonly index: (options: IndexOptions) => Promise<IndexResult>;
}

/** `memory.doctor`: looks for faults, and with `repair` corrects them. Its code is loaded on first use. */
export function createDoctor({ indexPath, index, ...looking }: OpenDoctorPorts): Memory['doctor'] {
  return async ({ repair, reveal, signal } = {}) => {
    const watched = signal === undefined ? {} : { signal };
    const named = reveal === true ? { nameNotes: async () => (path: string) => path } : {};
    const ports = { ...looking, ...named, ...watched };
    if (repair !== true) return (await import('./check-memory.ts')).checkMemory(ports);
    const { repairMemory } = await import('./repair-memory.ts');
    return repairMemory({
      ...ports,
      indexPath,
      index: ({ full }) => index({ full, writeNotes: false, ...watched }),
    });
  };
}
