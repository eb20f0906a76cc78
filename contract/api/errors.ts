import { z } from 'zod'

/** Every error code that the API can answer, with its HTTP status. */
export const errorStatus = {
  malformed_request: 400,
  patient_has_open_appointment: 400,
  patient_has_active_admission: 400,
  not_signed_in: 401,
  forbidden: 403,
  not_found: 404,
  doctor_slot_taken: 409,
  patient_already_booked: 409,
  transition_refused: 409,
  appointment_closed: 409,
  nobody_waiting: 409,
  undo_refused: 409,
  role_not_offered: 409,
  last_admin: 409,
  bed_occupied: 409,
  bed_not_available: 409,
  bed_number_taken: 409,
  patient_already_admitted: 409,
  patient_deceased: 409,
  admission_closed: 409,
  inventory_item_name_taken: 409,
  name_taken: 409,
  in_use: 409,
  inventory_item_has_stock: 400,
  not_enough_stock: 409,
  stock_expired: 409,
  batch_differs: 409,
  nothing_to_order: 409,
  purchase_order_closed: 409,
  over_received: 409,
  conflict: 409,
  stale_version: 412,
  body_too_large: 413,
  unsupported_media_type: 415,
  invalid_input: 422,
  idempotency_key_reused: 422,
  version_required: 428,
  too_many_requests: 429,
  internal: 500,
  database_unavailable: 503,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatus

/** What is wrong with one field: `path` is dotted ('email', 'roles.0'), `message` is fit to stand beside it. */
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
  /** 403: the permission that is missing. */
  permission: z.string().optional(),
  /** 412: the record as it is now, who changed it last, and when. */
  current: z.unknown().optional(),
  changedBy: z.string().optional(),
  changedAt: z.string().optional(),
})
export type Problem = z.infer<typeof Problem>
