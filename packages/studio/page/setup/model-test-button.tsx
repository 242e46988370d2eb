import { useRef, useState } from 'preact/hooks';
import type { ModelTestView } from '../../src/setup/setup-view.ts';
import { describeFault } from '../describe-fault.ts';
import { follow, Refusal } from '../server.ts';

/** Runs the shipped test on the model and shows what the model is good for. Reads no notes. */
export function ModelTestButton() {
  const [far, setFar] = useState<{ done: number; total: number } | null>(null);
  const [tested, setTested] = useState<ModelTestView | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const stop = useRef<AbortController | null>(null);
  const test = async () => {
    stop.current = new AbortController();
    setFar({ done: 0, total: 1 });
    setFault(null);
    try {
      const hear = (event: string, data: unknown) => {
        if (event === 'progress') setFar(data as { done: number; total: number });
        if (event === 'tested') setTested(data as ModelTestView);
        if (event === 'fault') setFault((data as { code: string }).code);
      };
      await follow('models/test', {}, hear, stop.current.signal);
    } catch (error) {
      if (!stop.current.signal.aborted) setFault(error instanceof Refusal ? error.code : 'UNREACHABLE');
    } finally {
      setFar(null);
    }
  };
  return (
    <>
      {far === null ? (
        <button type="button" onClick={() => void test()}>
          Test it
        </button>
      ) : (
        <>
          <progress max={far.total} value={far.done} aria-label="Test of the model" />
          <button type="button" class="quiet" onClick={() => stop.current?.abort()}>
            Stop
          </button>
        </>
      )}
      {fault === null ? null : (
        <p class="fault" role="alert">
          {describeFault(fault)}
        </p>
      )}
      {tested === null ? null : (
        <ul class="tested" role="status">
          {tested.parts.map(({ name, good, figures, seconds }) => (
            <li key={name}>
              <b>
                {good ? '✓ good for' : '✗ not for'} {name}
              </b>
              : {figures}, {seconds.toFixed(1)} s
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
