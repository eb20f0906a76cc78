import { z } from 'zod'

/** The error codes that are no noun's own, with their HTTP status. */
export const generalErrors = {
  malformed_request: 400,
  not_signed_in: 401,
  forbidden: 403,
  reason_needed: 403,
  second_step_required: 403,
  not_found: 404,
  patient_merged: 404,
  name_taken: 409,
  in_use: 409,
  conflict: 409,
  stale_version: 412,
  body_too_large: 413,
  unsupported_media_type: 415,
  invalid_input: 422,
  too_many_to_print: 422,
  idempotency_key_reused: 422,
  version_required: 428,
  too_many_requests: 429,
  export_running: 429,
  internal: 500,
  database_unavailable: 503,
  exports_busy: 503,
  server_stopping: 503,
} as const satisfies Record<string, number>

/** An error in one field: `path` is dotted ('email', 'roles.0'), and screens show `message` beside the field. */
export const FieldError = z.object({ path: z.string(), message: z.string() })
export type FieldError = z.infer<typeof FieldError>

/** The body of every error answer: application/problem+json (RFC 9457). */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  detail: z.string(),
  errors: z.array(FieldError).optional(),
  /** 401: the account that this token was issued to has been deactivated. */
  isDeactivated: z.boolean().optional(),
  /** 403: the permission that is missing. */
  permission: z.string().optional(),
  /** 409: the act that a second person countersigns, in the words that they sign. */
  act: z.string().optional(),
  /** 403 reason_needed: the patient whose record is restricted. 404 patient_merged: the one whose record stands for this. */
  patientId: z.string().optional(),
  /** 412: the record as it is now, who changed it last, and when. */
  current: z.unknown().optional(),
  changedBy: z.string().optional(),
  changedAt: z.string().optional(),
  /** 429: how many seconds to wait before trying again, as Retry-After says it too. */
  retryAfter: z.number().int().optional(),
})
export type Problem = z.infer<typeof Problem>
