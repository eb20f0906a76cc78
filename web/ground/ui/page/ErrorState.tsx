import { Button, Title } from '@mantine/core'
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import classes from './states.module.css'

/** Something could not be loaded: what, why, and a way to try again. */
export function ErrorState({
  title,
  error,
  onRetry,
  retrying = false,
}: {
  /** 'The patient list could not be loaded' */
  title: string
  error?: Error | null
  onRetry?: () => void
  retrying?: boolean
}) {
  return (
    <div className={classes.state} role="alert">
      <div className={classes.icon} data-tone="red" aria-hidden="true">
        <IconPlugConnectedX size={28} stroke={1.6} />
      </div>
      <Title order={2} size="h3">
        {title}
      </Title>
      {error && <p>{error.message}</p>}
      {onRetry && (
        <div className={classes.action}>
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden="true" />}
            loading={retrying}
            onClick={onRetry}
          >
            Retry
          </Button>
        </div>
      )}
    </div>
  )
}
