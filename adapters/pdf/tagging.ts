import type { Element, Page } from './page.ts';
import { type PdfFile, type Ref, textString } from './pdf-file.ts';

/*
 * Elements of a tagged PDF, which a screen reader reads in their order. Everything on a tagged page is inside an
 * element, or is an artifact without a meaning.
 */

export type { Element } from './page.ts';

const elementOf = (type: string, alt?: string): Element => ({ type, alt, contents: [] });

/** The element that contains all others. */
export function openStructure(page: Page): Element {
  const whole = elementOf('Document');
  page.structure = whole;
  return whole;
}

/** An element that contains other elements. */
export function group(_page: Page, parent: Element, type: string, fill: (element: Element) => void): void {
  const element = elementOf(type);
  parent.contents.push(element);
  fill(element);
}

/** A tagged element around `draw`; `alt` describes a picture. */
export function read(page: Page, parent: Element, type: string, draw: () => void, alt?: string): void {
  const element = elementOf(type, alt);
  parent.contents.push(element);
  const part = page.parts.push(element) - 1;
  element.contents.push(part);
  page.marked(type, `/MCID ${part}`, draw);
}

/** Draws lines and colours, which have no meaning for screen readers. */
export const decorate = (page: Page, draw: () => void): void => page.marked('Artifact', '/Type/Layout', draw);

/** Adds the elements of a page to the file. Returns the root of them all. */
export function embedStructure(file: PdfFile, { structure, parts }: Page, [page]: readonly Ref[]): Ref | undefined {
  if (!structure || page === undefined) return undefined;
  const root = file.reserve();
  const refs = new Map<Element, Ref>();

  const add = ({ type, alt, contents }: Element, parent: Ref): Ref => {
    const ref = file.reserve();
    const kids = contents.map((content) => {
      if (typeof content === 'number') return content;
      const kid = add(content, ref);
      refs.set(content, kid);
      return kid;
    });
    const described = alt === undefined ? '' : `/Alt ${textString(alt)}`;
    return file.add(`<</Type /StructElem/S /${type}/P ${parent}/Pg ${page}${described}/K[${kids.join(' ')}]>>`, ref);
  };

  const whole = add(structure, root);
  const owners = parts.map((element) => refs.get(element)).join(' ');
  return file.add(`<</Type/StructTreeRoot/K ${whole}/ParentTree<</Nums[0[${owners}]]>>/ParentTreeNextKey 1>>`, root);
}
