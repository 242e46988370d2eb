import { useState } from 'preact/hooks';
import type { AgentView } from '../../src/setup/setup-view.ts';
import { describeFault } from '../describe-fault.ts';
import { activityChanged } from '../listen.ts';
import { sayMoment } from '../say-date.ts';
import { post, Refusal } from '../server.ts';
import { useLoaded } from '../use-loaded.ts';
import { Command } from './command.tsx';

/** Agents of this machine: which are connected, which have called, and what connecting one would write. */
export function AgentsSection() {
  const { value, fault, reload } = useLoaded('agents', {}, activityChanged.value);
  return (
    <section aria-labelledby="setup-agents">
      <h2 id="setup-agents">Agents</h2>
      {fault === null ? null : <p class="fault">{describeFault(fault)}</p>}
      {value === null || value.length === 0 ? (
        <p class="hint">
          No agent was found on this machine. Others are connected with{' '}
          <Command text="memora setup --client NAME" />
        </p>
      ) : (
        <ul class="agents">
          {value.map((agent) => (
            <AgentItem key={agent.id} agent={agent} onConnected={reload} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface AgentItemProps {
  readonly agent: AgentView;
  readonly onConnected: () => void;
}

function AgentItem({ agent: { id, title, state, edits, calledAt }, onConnected }: AgentItemProps) {
  const [fault, setFault] = useState<string | null>(null);
  const connect = async () => {
    try {
      setFault(null);
      await post('agents/connect', { id });
      onConnected();
    } catch (error) {
      setFault(error instanceof Refusal ? error.code : 'UNREACHABLE');
    }
  };
  const says =
    calledAt !== null
      ? `called on ${sayMoment(calledAt)}`
      : state === 'connected'
        ? 'connected; start it again and it can ask'
        : state === 'absent'
          ? 'not connected'
          : 'its settings cannot be read';
  return (
    <li>
      <span class="dot" data-state={calledAt === null ? state : 'called'} aria-hidden="true" />
      <b>{title}</b> <span class="where">{says}</span>
      {state === 'connected' || edits.length === 0 ? null : (
        <details>
          <summary>Connect</summary>
          <p class="hint">
            These lines are written. Each file is backed up first; “memora setup --remove” undoes it.
          </p>
          {edits.map(({ file, lines }) => (
            <div key={file}>
              <p class="where">
                <bdi>{file}</bdi>
              </p>
              <pre tabIndex={0}>{lines.join('\n')}</pre>
            </div>
          ))}
          <button type="button" onClick={() => void connect()} aria-label={`Write these lines for ${title}`}>
            Write these lines
          </button>
        </details>
      )}
      {fault === null ? null : (
        <p class="fault" role="alert">
          {describeFault(fault)}
        </p>
      )}
    </li>
  );
}
