import { describe, expect, it } from 'vitest';
import { readNameStrictly } from '../../../src/exec-policy/read-name.ts';
import { mustEnd } from '../../support/must-end.ts';

const reads = (name: string) => readNameStrictly(name).kind === 'reading';

// names that no catalog was searched for: a rule holds for names of its kind
describe('a name that shows that its tool reads', () => {
  it.each<[kind: string, names: string[]]>([
    [
      'a thing after a verb that takes one',
      ['get_pending_move', 'listRefundReasons', 'crm.show_reset_policy'],
    ],
    ['things called after a change', ['get_create_fields', 'jira_get_create_options', 'GetPostInstallHooks']],
    [
      'a report without a verb',
      ['disk_size', 'account-balance', 'cluster_performance', 'weather', 'git.status'],
    ],
    ['a described thing', ['latest_prices', 'available_regions', 'my_invoices', 'what_is_new']],
    ['a related thing', ['user_by_id', 'distance_between_cities', 'celsius_to_kelvin']],
    ['several nouns, the last one in the plural', ['vault_access_rules', 'browser_console_lines']],
    [
      'a reading verb after nouns',
      ['domain_record_list', 'pull_request_list', 'commit_search', 'invoice.lookup'],
    ],
    ['a reading verb after the subject', ['zoom_get_meeting', 'drive_list_shares', 'claim_describe_status']],
    [
      'a verb that reads with this object',
      ['resolve_package_name', 'generate_radar_chart', 'take_screenshot'],
    ],
    ['a verb and a plural in one word', ['listwidgets', 'getorders', 'findcustomers']],
    ['a question', ['is_available', 'has_access', 'can_view']],
    ['other languages', ['lister_factures', 'buscar_clientes', 'abrufen_konten', 'cercare_ordini']],
  ])('is %s', (_, names) => {
    for (const name of names) expect([name, reads(name)]).toEqual([name, true]);
  });

  it.each<[kind: string, names: string[]]>([
    ['a verb of the dictionary', ['purchase_domain', 'reboot_server', 'redeem_coupons', 'transcode_videos']],
    [
      'such a verb before a reading one',
      ['reboot_and_check', 'purchase_list', 'synchronize_search', 'withdraw_count'],
    ],
    [
      'a verb made from a changing one',
      ['reassign_tickets', 'unarchive_items', 'disconnect_status', 'bulkimport_rows'],
    ],
    ['a verb by its ending', ['virtualize_hosts', 'liquefy_assets', 'sublimate_cases']],
    ['a noun that is also a verb, before things', ['backup_databases', 'email_customers', 'cache_results']],
    ['a thing on its own', ['browser_tabs', 'messages', 'calendar_settings', 'user_preferences']],
    ['a change to what is reported', ['change_status', 'archive_logs', 'process_data', 'refund_status']],
    [
      'a changing verb with another object',
      ['resolve_ticket', 'generate_password', 'take_backup', 'generate_and_send_chart'],
    ],
    ['a second action', ['get_and_move_files', 'list_or_move', 'search_move', 'query_run']],
    ['a word of the spec for destroying', ['get_delete_fields', 'list_removed_or_remove', 'get_drop_tables']],
    [
      'a verb in another language',
      ['supprimer_status', 'eliminar_list', 'löschen_status', '删除_list', 'удалить_logs'],
    ],
    ['one word that only looks like a verb', ['listener', 'getaway', 'findings']],
  ])('is not %s', (_, names) => {
    for (const name of names) expect([name, reads(name)]).toEqual([name, false]);
  });

  it('is read in linear time', () => {
    for (const name of ['re'.repeat(500_000), 'list_'.repeat(200_000), `${'pull_request_'.repeat(80_000)}x`])
      expect(mustEnd(() => readNameStrictly(name).kind)).not.toBe('reading');
  });
});
