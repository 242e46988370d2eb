import type { ActivityEntry } from '../../src/activity/activity-entry.ts';
import { describeFault } from '../describe-fault.ts';
import { activityChanged } from '../listen.ts';
import { useLoaded } from '../use-loaded.ts';

const OUTCOME: Record<ActivityEntry['outcome'], string> = {
  sent: 'sent',
  blocked: 'stopped: it held something secret',
  refused: 'stopped: not allowed',
};

/** What left this machine, live. */
export function ActivityPage() {
  const { value, fault } = useLoaded<readonly ActivityEntry[]>('activity', activityChanged.value);
  return (
    <div class="page activity">
      <h1>Activity</h1>
      <p class="hint">
        Every request that left this machine or was stopped. Its text is not kept, its size is.
      </p>
      {fault === null ? null : <p class="fault">{describeFault(fault)}</p>}
      {value === null ? null : value.length === 0 ? (
        <p class="empty">Nothing has left this machine.</p>
      ) : (
        <div class="wide" tabIndex={0} role="group" aria-label="What left this machine">
          <table>
            <thead>
              <tr>
                <th>When</th>
                <th>To</th>
                <th>What</th>
                <th>Bytes</th>
                <th>Places of notes</th>
                <th>Outcome</th>
              </tr>
            </thead>
            <tbody>
              {value.map(({ at, origin, kind, bytes, claimIds, outcome, code }, i) => (
                <tr key={i}>
                  <td>{new Date(at).toLocaleString('en-GB', { dateStyle: 'short', timeStyle: 'medium' })}</td>
                  <td>
                    <bdi>{origin}</bdi>
                  </td>
                  <td>{kind}</td>
                  <td>{bytes.toLocaleString('en')}</td>
                  <td>{claimIds.length}</td>
                  <td>
                    {OUTCOME[outcome]}
                    {code === undefined ? '' : ` (${code})`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
