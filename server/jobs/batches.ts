/** Rows that one statement deletes or mends: some milliseconds of locks, however much has piled up. */
export const batchSize = 1000

/** Calls `doBatch`, which answers with how many rows it was done, until it finds less than a whole batch. */
export async function inBatches(
  signal: AbortSignal | undefined,
  doBatch: () => Promise<number>,
): Promise<void> {
  while (!signal?.aborted && (await doBatch()) >= batchSize);
}
