import { constants, type ZlibOptions, type ZstdOptions } from 'node:zlib'
import type { FastifyCompressOptions } from '@fastify/compress'

const { BROTLI_PARAM_QUALITY, ZSTD_c_compressionLevel } = constants

/** The level is gzip's, the parameter zstd's. */
const zlibOptions: ZlibOptions & ZstdOptions = { level: 1, params: { [ZSTD_c_compressionLevel]: 1 } }

/**
 * Answers are made anew each time, so they are compressed at the level that pays: a day of 600 appointments (555 kB)
 * takes zstd 0.6 ms and becomes 55 kB, brotli at this level 0.9 ms and 68 kB; at its usual one it took 2.8 ms for 60 kB.
 */
export const compression: FastifyCompressOptions = {
  encodings: ['zstd', 'br', 'gzip'],
  // Less than this fits into one packet as it is.
  threshold: 1024,
  // Done at once: handing it to another thread takes as long, and passwords need the few threads.
  syncThreshold: 128 * 1024,
  brotliOptions: { params: { [BROTLI_PARAM_QUALITY]: 1 } },
  zlibOptions,
}
