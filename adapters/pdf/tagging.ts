import type { Page } from './document.ts';

/*
 * Elements of a tagged PDF, which a screen reader reads in their order. Everything on a tagged page is inside an
 * element, or is an artifact without a meaning.
 */

export type Element = ReturnType<Page['struct']>;

/** The element that contains all others. Close it when everything is drawn. */
export function openStructure(page: Page): Element {
  const whole = page.struct('Document');
  page.addStructure(whole);
  return whole;
}

/** An element that contains other elements. */
export function group<Result>(page: Page, parent: Element, type: string, fill: (element: Element) => Result): Result {
  const element = page.struct(type);
  parent.add(element);
  const result = fill(element);
  element.end();
  return result;
}

/** A tagged element around `draw`; `alt` describes a picture. */
export function read(page: Page, parent: Element, type: string, draw: () => void, alt?: string): void {
  const element = page.struct(type, alt === undefined ? {} : { alt });
  parent.add(element);
  const content = page.markStructureContent(type);
  draw();
  page.endMarkedContent();
  element.add(content);
  element.end();
}

/** Draws lines and colours, which have no meaning for screen readers. */
export function decorate(page: Page, draw: () => void): void {
  page.markContent('Artifact', { type: 'Layout' });
  draw();
  page.endMarkedContent();
}
