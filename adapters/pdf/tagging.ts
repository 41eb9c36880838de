import type { Page } from './document.ts';

/*
 * Writes the elements of a tagged PDF. A screen reader reads the elements in order. Everything on a tagged page is
 * inside an element, or is an artifact, which screen readers skip.
 */

export type Element = ReturnType<Page['struct']>;

/** Opens the element that contains all others. The caller closes it when everything is drawn. */
export function openStructure(page: Page): Element {
  const whole = page.struct('Document');
  page.addStructure(whole);
  return whole;
}

/** Adds an element and fills it with other elements. */
export function group<Result>(page: Page, parent: Element, type: string, fill: (element: Element) => Result): Result {
  const element = page.struct(type);
  parent.add(element);
  const result = fill(element);
  element.end();
  return result;
}

interface Spoken {
  /** The description of a picture. */
  readonly alt?: string;
  /** The text that a screen reader says instead of the drawn one. */
  readonly actual?: string;
}

/**
 * Adds a tagged element that contains what `draw` draws. The texts of one element are read without a pause, so that
 * each of them needs an element of its own.
 */
export function read(page: Page, parent: Element, type: string, draw: () => void, spoken: Spoken = {}): void {
  const element = page.struct(type, { ...spoken });
  parent.add(element);
  const content = page.markStructureContent(type);
  draw();
  page.endMarkedContent();
  element.add(content);
  element.end();
}

/** Draws lines and colours, which screen readers skip. */
export function decorate(page: Page, draw: () => void): void {
  page.markContent('Artifact', { type: 'Layout' });
  draw();
  page.endMarkedContent();
}
