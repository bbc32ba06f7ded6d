import { Link } from '@tanstack/react-router'
import { useBrand } from '../../frame/use-brand.ts'
import { usePermission } from '../../frame/use-permission.ts'
import { buttonClass } from '../../ui/button.tsx'
import { PermissionHint, Step } from './step.tsx'

/** The way to what the website says of the brand, where it is read and looked over. */
export function ReadSite({ step }: { step: number }) {
  const { workspaceId, brandId, brand } = useBrand()
  const may = usePermission(workspaceId)
  return (
    <Step
      step={step}
      isDone={undefined}
      title="Have your website read, if you like"
      about={`Description, other names and products come from ${brand?.primary_domain ?? 'its pages'}: answers are searched for the names, and prompts suggested from the products.`}
    >
      {may('analyse-brand') ? (
        <Link
          to="/$workspaceId/$brandId/knowledge"
          params={{ workspaceId, brandId }}
          search={{ tab: 'profile' } as never}
          className={buttonClass('plain')}
        >
          Go to the profile
        </Link>
      ) : (
        <PermissionHint who="an editor" />
      )}
    </Step>
  )
}
