import { ActionIcon } from '@mantine/core'
import { IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react'
import { useDensity } from './density.ts'

/** Whether the rows of tables, or the cards of a board, stand close or apart on this device. */
export function DensitySwitch({ of, className }: { of: 'rows' | 'cards'; className?: string | undefined }) {
  const [density, setDensity] = useDensity()
  const isCompact = density === 'compact'
  return (
    <ActionIcon
      className={className}
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={`Comfortable ${of}`}
      title={`${isCompact ? 'More' : 'Less'} space between ${of}`}
      aria-pressed={!isCompact}
      onClick={() => setDensity(isCompact ? 'comfortable' : 'compact')}
    >
      {isCompact ? (
        <IconBaselineDensitySmall size={18} aria-hidden="true" />
      ) : (
        <IconBaselineDensityMedium size={18} aria-hidden="true" />
      )}
    </ActionIcon>
  )
}
