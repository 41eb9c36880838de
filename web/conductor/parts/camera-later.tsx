import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';

interface Props {
  readonly onText: (text: string) => Promise<unknown>;
}

/** The camera, loaded on demand. */
export function Camera(props: Props) {
  const found = useSignal<{ readonly Part: ComponentType<Props> } | undefined>(undefined);
  useEffect(() => {
    void import('./camera.tsx').then(({ Camera: Part }) => (found.value = { Part }));
  }, []);
  const Part = found.value?.Part;
  return Part ? <Part {...props} /> : null;
}
