import type { JsonFormat } from '../../json-artifact.ts';
import type { SecurityScan } from '../model.ts';
import { agentScanIssuesFormat, agentScanRisksFormat } from './agent-scan.ts';
import { banditFormat } from './bandit.ts';
import { checkovFormat, checkovListFormat, checkovNothingFormat } from './checkov.ts';
import { gitlabFormat } from './gitlab.ts';
import { gitleaksFormat } from './gitleaks.ts';
import { grypeFormat } from './grype.ts';
import { mcpScannerFormat, mcpScannerListFormat } from './mcp-scanner.ts';
import { npmAdvisoriesFormat, npmAuditFormat } from './npm-audit.ts';
import { osvScannerFormat } from './osv-scanner.ts';
import { semgrepFormat } from './semgrep.ts';
import { snykFormat, snykListFormat } from './snyk.ts';
import { trivyClusterFormat, trivyFormat, trivyListFormat } from './trivy.ts';

/** The JSON of scanners, each recognised by its own marker. */
export const SCANNER_FORMATS: readonly JsonFormat<SecurityScan>[] = [
  semgrepFormat,
  banditFormat,
  osvScannerFormat,
  trivyFormat,
  trivyClusterFormat,
  trivyListFormat,
  grypeFormat,
  snykFormat,
  snykListFormat,
  npmAuditFormat,
  npmAdvisoriesFormat,
  gitleaksFormat,
  checkovFormat,
  checkovListFormat,
  checkovNothingFormat,
  gitlabFormat,
  agentScanIssuesFormat,
  agentScanRisksFormat,
  mcpScannerFormat,
  mcpScannerListFormat,
];
