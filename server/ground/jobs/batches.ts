/** Rows that one statement deletes or repairs: locks last some milliseconds, however much has piled up. */
export const batchSize = 1000

/** Calls `doBatch`, which returns the number of rows it handled, until a batch is not full. */
export async function inBatches(
  signal: AbortSignal | undefined,
  doBatch: () => Promise<number>,
): Promise<void> {
  while (!signal?.aborted && (await doBatch()) >= batchSize);
}
