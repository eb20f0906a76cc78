import { IconAlertTriangle, IconHelpCircle, IconInfoCircle, IconUrgent } from '@tabler/icons-react'
import { type Severity } from '../../../contract/clinical/allergen.ts'
import { certaintyNames, severityNames } from '../../../contract/clinical/allergy-words.ts'
import type { StatusLook } from '../../ground/ui/StatusBadge.tsx'

export const severityLooks: Record<Severity, StatusLook> = {
  MILD: { word: severityNames.MILD, icon: IconInfoCircle, tone: 'blue' },
  MODERATE: { word: severityNames.MODERATE, icon: IconAlertTriangle, tone: 'amber' },
  SEVERE: { word: severityNames.SEVERE, icon: IconUrgent, tone: 'red' },
}

export const reportedLook: StatusLook = { word: certaintyNames.REPORTED, icon: IconHelpCircle, tone: 'amber' }
