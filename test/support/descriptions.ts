/* Checks of the descriptions in the documents of the API. */

/** Every description in a document. */
export const descriptionsIn = (value: unknown): readonly string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, part]) =>
        key === 'description' && typeof part === 'string' ? [part] : descriptionsIn(part),
      );

/**
 * Beginnings that need no subject, because the described field, answer or operation is the subject. A description that
 * begins with another verb adds it here.
 */
const FIRST_WORDS =
  'Accepts|Adds|Answers|Approves|Asks|Attempts|Begins|Cancels|Changes|Compares|Computes|Confirms|Counts|Decides|' +
  'Deletes|Describes|Ends|Finds|Gives|Identifies|Is|Keeps|Leads|Lets|Limits|Lists|Mails|Makes|Marks|Moves|Names|' +
  'Opens|Pays|Picks|Plans|Proposes|Puts|Records|Redirects|Rejects|Removes|Repeats|Replaces|Reserves|Says|Searches|' +
  'Sells|Sends|Sets|Settles|Shows|Signs|Stands|Suspends|Takes|Tells|Turns|Undoes|Writes';
const BEGINS_WITH_VERB = new RegExp(`^(${FIRST_WORDS})\\b`);

/** Verbs that stand behind a subject, as in “The key is deleted.” A verb that could be a plural noun is left out. */
const VERB = '\\b(is|are|was|were|has|have|may|can|cannot|must|got|gets?|needs|lets|works|fails)\\b';
const RELATIVE_CLAUSE = new RegExp(`\\b(that|which|who|whose|where|when|until|while|if|because)\\b.*?${VERB}`, 'g');

/** True if a description is no sentence, as in “The id of the user.”, or ends in a phrase, as in “Null for none.” */
export function isPhrase(description: string): boolean {
  const [first = ''] = description.split(/(?<=\.)\s/);
  const hasVerb = BEGINS_WITH_VERB.test(first) || new RegExp(VERB).test(first.replace(RELATIVE_CLAUSE, ''));
  return (
    !hasVerb || /(^|\.\s)(Null|Default|Empty|Absent|Required|Present)\b(?! (means?|and|or|fields)\b)/.test(description)
  );
}
