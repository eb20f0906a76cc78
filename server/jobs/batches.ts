/** Rows that one statement deletes: some milliseconds of locks, however much has piled up. */
export const batchSize = 1000

/** Calls `deleteBatch`, which answers how many rows it deleted, until it finds less than a whole batch. */
export async function inBatches(signal: AbortSignal, deleteBatch: () => Promise<number>): Promise<void> {
  while (!signal.aborted && (await deleteBatch()) >= batchSize);
}
