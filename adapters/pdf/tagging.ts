import type { Page } from './document.ts';

/*
 * Elements that a screen reader reads, in their order. Everything on a tagged page is either in one of them, or an
 * artifact that is only seen.
 */

export type Element = ReturnType<Page['struct']>;

/** The element that all others are in. Close it when everything is drawn. */
export function openStructure(page: Page): Element {
  const whole = page.struct('Document');
  page.addStructure(whole);
  return whole;
}

/** An element that holds others. */
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

/** Lines and colours, which say nothing. */
export function decorate(page: Page, draw: () => void): void {
  page.markContent('Artifact', { type: 'Layout' });
  draw();
  page.endMarkedContent();
}
