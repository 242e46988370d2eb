import { findAside } from '../../store/find-aside.ts';
import { type DoctorCheck, list, warning } from './doctor-check.ts';

/** Databases that were set aside, which no run cleans or encrypts. */
export function checkAside(root: string): DoctorCheck[] {
  const names = findAside(root);
  if (names.length === 0) return [];
  return [
    warning(
      'aside',
      `the files that were set aside contain earlier notes, unencrypted, including text that became secret later: ${list(names.map((name) => `.memora/${name}`))}`,
      'Delete it, unless you want to keep its history.',
    ),
  ];
}
