import { describeIgnored, type LoadedConfig } from '../../config/index.ts';
import { type DoctorCheck, warning } from './doctor-check.ts';

/** The settings that are ignored, as checks. */
export function checkTrust(settings: LoadedConfig, vaultRoot: string): DoctorCheck[] {
  return describeIgnored(settings, vaultRoot).map(({ detail, remedy }) => warning('trust', detail, remedy));
}
