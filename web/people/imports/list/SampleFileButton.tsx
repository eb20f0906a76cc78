import { Button, type ButtonProps } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { saveFile } from '../../../ground/client/save-file.ts'
import { sampleFile, sampleFileName } from './sample-file.ts'

/** Downloads a file of three made-up patients, to see which columns an import knows. */
export function SampleFileButton(look: ButtonProps) {
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      onClick={() => saveFile(sampleFile(), sampleFileName)}
      {...look}
    >
      Sample File
    </Button>
  )
}
