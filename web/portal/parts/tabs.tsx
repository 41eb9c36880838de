import { type ComponentChildren, Fragment } from 'preact';
import { useId, useRef } from 'preact/hooks';
import './tabs.css';

interface Tab<Name extends string> {
  readonly name: Name;
  readonly title: string;
  readonly panel: () => ComponentChildren;
}

/** Tabs that show one panel at a time. Arrow keys, Home and End move between the tabs. */
export function Tabs<Name extends string>({
  label,
  tabs,
  shown,
  onShow,
}: {
  readonly label: string;
  readonly tabs: readonly Tab<Name>[];
  readonly shown: Name;
  readonly onShow: (name: Name) => void;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const current = tabs.find(({ name }) => name === shown) ?? tabs[0]!;
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = tabs.indexOf(current);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[event.key];
    const tab = next === undefined ? undefined : tabs[next % tabs.length];
    if (!tab) return;
    event.preventDefault();
    onShow(tab.name);
    list.current?.querySelector<HTMLElement>(`[data-tab="${tab.name}"]`)?.focus();
  };
  return (
    <>
      <div ref={list} class="tabs no-print" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            role="tab"
            data-tab={name}
            id={`${id}-tab-${name}`}
            aria-controls={`${id}-panel`}
            aria-selected={name === current.name}
            tabIndex={name === current.name ? 0 : -1}
            onClick={() => onShow(name)}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${current.name}`}>
        <Fragment key={current.name}>{current.panel()}</Fragment>
      </div>
    </>
  );
}
