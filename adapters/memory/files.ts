import type { DocumentFiles } from '../../core/fleet/document-ports.ts';

/** Document files in memory. `kept` shows them to tests. */
export function filesInMemory(): DocumentFiles & { readonly kept: Map<string, Uint8Array> } {
  const kept = new Map<string, Uint8Array>();
  let made = 0;
  return {
    kept,
    async keep(content) {
      made += 1;
      const key = `file ${made} of ${content.length} bytes`;
      kept.set(key, content);
      return key;
    },
    read: async (key) => kept.get(key),
    async remove(key) {
      kept.delete(key);
    },
    keptBefore: async () => [...kept.keys()],
  };
}
