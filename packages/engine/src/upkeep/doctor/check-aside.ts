import { findAside } from '../../store/find-aside.ts';
import { type DoctorCheck, list, warning } from './doctor-check.ts';

/** Databases that were set aside, which no run cleans or encrypts. */
export function checkAside(root: string): DoctorCheck[] {
  const names = findAside(root);
  if (names.length === 0) return [];
  return [
    warning(
      'aside',
      `what was set aside holds notes as they were then, in plain, also what became secret since: ${list(names.map((name) => `.memora/${name}`))}`,
      'Delete it, unless you want the history of what was known when.',
    ),
  ];
}
