import { siteFamily } from './site-domain.ts'
import { partName, queryParts } from './url-parts.ts'

/** Campaign tags of Google Analytics, Matomo, HubSpot's advertisements and Google Ads (`gad_source`). */
const PREFIXES = ['utm_', 'mtm_', 'hsa_', 'gad_']

/**
 * Names that on every site only track how a reader arrived: click identifiers, campaign and mailing tags.
 * From the lists of Firefox (query stripping), Brave (query filter), AdGuard (general URL tracking) and
 * ClearURLs (global rules), without names that some sites use for content (`ref`, `source`, `campaign_id`,
 * `mc`, `__s` …), and from other advertising networks. `_gsid` is on shop links in ChatGPT's answers.
 */
const EVERYWHERE = new Set(
  [
    // Google, Meta, Microsoft, Yandex, and other advertising networks
    'gclid gclsrc dclid gbraid wbraid srsltid _ga _gl usqp amp_gsa amp_js_v',
    'fbclid fb_action_ids fb_action_types fb_comment_id fb_ref fb_source igshid igsh',
    'msclkid yclid ysclid ymclid _openstat twclid ttclid li_fat_id epik rdt_cid sccid qclid ref_src ref_url',
    // Affiliate networks
    'irclickid irgwc cjevent awc sscid tduid admitad_uid',
    // Mailings and customer data platforms
    'mc_cid mc_eid mc_tc _hsenc _hsmi __hssc __hstc __hsfp hsctatracking mkt_tok _kx _bhlid vero_conv vero_id',
    'ml_subscriber ml_subscriber_hash oly_anon_id oly_enc_id wickedid rb_clickid bsft_clkid bsft_uid s_cid',
    'oft_c oft_ck oft_d oft_id oft_ids oft_k oft_lk oft_sk _branch_match_id _branch_referrer',
    // Web analytics
    'pk_campaign pk_kwd pk_keyword pk_source pk_medium pk_content pk_cid pk_vid piwik_campaign piwik_kwd',
    'itm_source itm_medium itm_campaign itm_content itm_term wt_mc wt_zmc xtor cmpid spm _gsid',
    'ga_source ga_medium ga_campaign ga_content ga_term guccounter guce_referrer guce_referrer_sig',
    '__twitter_impression',
  ].flatMap((names) => names.split(' ')),
)

/** Names that are tracking only on one site; from the same lists, by domain or family. */
const ON_SITE = new Map(
  Object.entries({
    amazon:
      'ref_ tag ascsubtag linkcode pd_rd_i pd_rd_r pd_rd_w pd_rd_wg pf_rd_p pf_rd_r qid sr crid sprefix dib dib_tag',
    ebay: '_trkparms _trksid mkcid mkevt mkrid campid toolid',
    'cnet.com': 'ftag',
    'imdb.com': 'ref_',
    'linkedin.com': 'trk trackingid lipi',
    'msn.com': 'ocid cvid ei pc',
    'nytimes.com': 'smid',
    'reddit.com': 'share_id ref_campaign ref_source rdt',
    'spotify.com': 'si',
    'tiktok.com': '_r _t is_from_webapp sender_device',
    'twitter.com': 's t cn',
    'x.com': 's t cn',
    'youtu.be': 'si feature pp',
    'youtube.com': 'si feature pp ab_channel',
  }).map(([site, names]) => [site, new Set(names.split(' '))]),
)

/**
 * Removes tracking parameters from a query; the others keep their order and spelling.
 * @param search as in `URL.search`, as is the result
 * @param domain the site's, from `siteDomain`
 */
export function withoutTracking(search: string, domain: string): string {
  const onSite = ON_SITE.get(siteFamily(domain))
  const kept = queryParts(search).filter((part) => {
    const name = partName(part)
    const tracks = EVERYWHERE.has(name) || PREFIXES.some((prefix) => name.startsWith(prefix))
    return part !== '' && !tracks && !onSite?.has(name)
  })
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}
