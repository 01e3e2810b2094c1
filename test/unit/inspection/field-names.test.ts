import { describe, expect, it } from 'vitest';
import { fieldName } from '../../../src/inspection/field-names.ts';

describe('fieldName', () => {
  it.each([
    'api_key',
    'apiKey',
    'API-KEY',
    'x-api-key',
    'clientSecret',
    'access_token',
    'password',
    'Authorization',
  ])('calls %s secret', (key) => {
    expect(fieldName(key).isSecret).toBe(true);
  });

  it.each([
    'key',
    'primary_key',
    'public_key',
    'next_page_token',
    'max_tokens',
    'token_type',
    'secret_name',
    'keyboard',
    '__proto__',
    '',
  ])('does not call %s secret', (key) => {
    expect(fieldName(key).isSecret).toBe(false);
  });

  it('knows prose, code, phones, hosts and webhooks', () => {
    expect(fieldName('issue_body').isProse).toBe(true);
    expect(fieldName('command').isCode).toBe(true);
    expect(fieldName('mobilePhone').isPhone).toBe(true);
    expect(fieldName('webhookUrl')).toMatchObject({ isWebhook: true, isHost: true });
    expect(fieldName('constructor')).toMatchObject({ isProse: false, isCode: false, traits: 0 });
  });
});
