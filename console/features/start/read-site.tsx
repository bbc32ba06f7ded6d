import { BrandLink } from '../../frame/brand-link.tsx'
import { useBrand } from '../../frame/use-brand.ts'
import { usePermission } from '../../frame/use-permission.ts'
import { buttonClass } from '../../ui/button.tsx'
import { PermissionHint, Step } from './step.tsx'

/** Links to the profile, where the website is read and reviewed. */
export function ReadSite({ step }: { step: number }) {
  const { brand } = useBrand()
  const may = usePermission()
  return (
    <Step
      step={step}
      isDone={undefined}
      title="Read from website (optional)"
      about={`Description, other names and products come from ${brand?.primary_domain ?? 'your website'}. Sightline searches answers for the names and suggests prompts from the products.`}
    >
      {may('analyse-brand') ? (
        <BrandLink to="content" search={{ tab: 'profile' }} className={buttonClass('plain')}>
          Open profile
        </BrandLink>
      ) : (
        <PermissionHint who="an editor" />
      )}
    </Step>
  )
}
