import type { Activity, ActivityEntry } from '../../src/activity/activity-entry.ts';
import { addressOf } from '../current-place.ts';
import { describeFault } from '../describe-fault.ts';
import { activityChanged } from '../listen.ts';
import { sayMoment } from '../say-date.ts';
import { useLoaded } from '../use-loaded.ts';

const OUTCOME: Record<ActivityEntry['outcome'], string> = {
  sent: 'sent',
  blocked: 'stopped: it held something secret',
  refused: 'stopped: not allowed',
};

/** Shows live what agents called and what left this machine. */
export function ActivityPage() {
  const { value, fault } = useLoaded('activity', {}, activityChanged.value);
  return (
    <div class="page activity">
      <h1>Activity</h1>
      {fault === null ? null : <p class="fault">{describeFault(fault)}</p>}
      <h2>What agents called</h2>
      <p class="hint">
        Their questions and the text of your notes are not kept, only which notes they got lines from.
      </p>
      {value === null ? null : <Calls calls={value.calls} />}
      <h2>What left this machine</h2>
      <p class="hint">
        Every request that left this machine or was stopped. Its text is not kept, its size is.
      </p>
      {value === null ? null : <Left left={value.left} />}
    </div>
  );
}

function Calls({ calls }: Pick<Activity, 'calls'>) {
  if (calls.length === 0)
    return (
      <p class="empty">
        No agent has called yet. <a href={addressOf('Setup')}>Connect one</a>
      </p>
    );
  return (
    <div class="wide" tabIndex={0} role="group" aria-label="What agents called">
      <table>
        <thead>
          <tr>
            <th>When</th>
            <th>Who</th>
            <th>What</th>
            <th>Given from</th>
            <th>Characters</th>
            <th>Redacted</th>
          </tr>
        </thead>
        <tbody>
          {calls.map(({ at, client, tool, code, size, redacted, notes }, i) => (
            <tr key={i}>
              <td>{sayMoment(at)}</td>
              <td>
                <bdi>{client ?? 'an agent'}</bdi>
              </td>
              <td>
                {tool}
                {code === null ? '' : ` (${code})`}
              </td>
              <td>
                {notes.map((path) => (
                  <a key={path} class="given" href={addressOf('Notes', path)}>
                    <bdi>{path}</bdi>
                  </a>
                ))}
              </td>
              <td>{size.toLocaleString('en')}</td>
              <td>{redacted === 0 ? '' : redacted}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Left({ left }: Pick<Activity, 'left'>) {
  if (left.length === 0) return <p class="empty">Nothing has left this machine.</p>;
  return (
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
          {left.map(({ at, origin, kind, bytes, claimIds, outcome, code }, i) => (
            <tr key={i}>
              <td>{sayMoment(at)}</td>
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
  );
}
