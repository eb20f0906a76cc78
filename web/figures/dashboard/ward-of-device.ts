import { type Ward, wards } from '../../../contract/wards/wards.ts'
import { keptOnDevice } from '../../ground/ui/kept-on-device.ts'

export const allWards = 'ALL'

/** The ward that the dashboard shows. It is kept on this device, because a computer stays in its ward. */
export const useWardOfDevice = keptOnDevice<Ward | typeof allWards>(
  'lantern.ward',
  (stored) => wards.find((ward) => ward === stored) ?? allWards,
)
