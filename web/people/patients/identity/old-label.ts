import { toast } from '../../../ground/ui/toast.tsx'

/** A label of a merged record leads to the survivor; the patient goes on wearing the old number until somebody hears of it. */
export function tellOldLabel({ formerly, mrn }: { formerly?: string | null; mrn: string }): void {
  if (!formerly) return
  toast.error(
    `This label says ${formerly}, which was merged into ${mrn}. Print a new wristband and new labels.`,
  )
}
