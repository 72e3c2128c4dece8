/** Reports as the runners write them that are not run here: Go's two converters, Maven Surefire and PHPUnit. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectTests, type Tests } from '../../src/collect/mod.ts';
import { nodeHost } from '../../src/host/node.ts';
import { judgeTests } from './judge-tests.ts';
import { temporaryFolder, write } from './temporary.ts';

function collect(files: Readonly<Record<string, string>>): Promise<Tests> {
  const folder = temporaryFolder();
  write(folder, files);
  return collectTests({ host: nodeHost() }, { folder, reports: ['*.xml'] });
}

const outline = (tests: Tests) =>
  tests.cases.map(({ name, status, error_type: type }) => [
    name,
    status,
    ...(type === undefined ? [] : [type]),
  ]);

const GOTESTSUM = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="3" failures="1" errors="0" time="0.412">
	<testsuite tests="3" failures="1" skipped="1" time="0.004" name="example.test/till" timestamp="2026-12-07T08:00:00Z">
		<properties><property name="go.version" value="go1.24.1 linux/amd64"></property></properties>
		<testcase classname="example.test/till" name="TestRounds" time="0.000">
			<failure message="Failed" type="">=== RUN   TestRounds&#xA;    total_test.go:9: got 1, want 2&#xA;</failure>
		</testcase>
		<testcase classname="example.test/till" name="TestPrints" time="0.000">
			<skipped message="total_test.go:12: not now"></skipped>
		</testcase>
		<testcase classname="example.test/till" name="TestAdds" time="0.000"></testcase>
	</testsuite>
</testsuites>
`;

test('gotestsum: failed, skipped and passed, and a suite that counts no errors', async () => {
  const tests = await collect({ 'go.xml': GOTESTSUM });
  assert.deepEqual(outline(tests), [
    ['TestRounds', 'failed', 'Failed'],
    ['TestPrints', 'skipped'],
    ['TestAdds', 'passed'],
  ]);
  assert.deepEqual([tests.disagreements, tests.duration_ms], [[], 412]);
  assert.deepEqual(judgeTests(tests, { must_fail: ['TestRounds'] }), ['wrong-failure:TestRounds']);
  assert.deepEqual(judgeTests(tests, { must_fail: ['TestRounds'], failing_with: ['Failed'] }), []);
});

test('gotestsum: a package that does not build stands in the total alone, and holds', async () => {
  const broken = GOTESTSUM.replace('errors="0"', 'errors="1"').replace(
    /<testcase[^>]*TestRounds[\s\S]*?<\/testcase>/,
    '',
  );
  const tests = await collect({
    'go.xml': broken.replaceAll('tests="3" failures="1"', 'tests="2" failures="0"'),
  });
  assert.deepEqual(judgeTests(tests), ['disagreement:go.xml']);
});

const GO_JUNIT_REPORT = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="4" failures="1" errors="1" skipped="1">
	<testsuite name="example.test/till" tests="3" failures="1" errors="0" skipped="1" id="0" hostname="host" time="0.004" timestamp="2026-12-07T08:00:00Z">
		<testcase name="TestAdds" classname="example.test/till" time="0.000"></testcase>
		<testcase name="TestRounds" classname="example.test/till" time="0.000">
			<failure message="Failed"><![CDATA[    total_test.go:9: got 1, want 2]]></failure>
		</testcase>
		<testcase name="TestPrints" classname="example.test/till" time="0.000">
			<skipped message="Skipped"></skipped>
		</testcase>
		<system-out><![CDATA[PASS <testcase/> ok]]></system-out>
	</testsuite>
	<testsuite name="example.test/drawer" tests="1" failures="0" errors="1" id="1" hostname="host" time="0.000">
		<testcase name="[build failed]" classname="example.test/drawer" time="0.000">
			<error message="Build error"><![CDATA[drawer.go:3:1: syntax error]]></error>
		</testcase>
	</testsuite>
</testsuites>
`;

test('go-junit-report: a package that does not build is an error of its own', async () => {
  const tests = await collect({ 'go.xml': GO_JUNIT_REPORT });
  assert.deepEqual(outline(tests), [
    ['TestAdds', 'passed'],
    ['TestRounds', 'failed', 'Failed'],
    ['TestPrints', 'skipped'],
    ['[build failed]', 'error'],
  ]);
  assert.deepEqual(tests.disagreements, []);
  assert.deepEqual(judgeTests(tests, { max_failed: 1 }), ['failed']);
});

const SUREFIRE = {
  'TEST-till.TotalTest.xml': `<?xml version="1.0" encoding="UTF-8"?>
<testsuite xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="3.0.2" name="till.TotalTest" time="1,234.5" tests="5" errors="1" skipped="1" failures="1" flakes="1">
  <properties><property name="java.version" value="21"/></properties>
  <testcase name="adds" classname="till.TotalTest" time="0.002"/>
  <testcase name="rounds" classname="till.TotalTest" time="0.004">
    <failure message="expected: &lt;2&gt; but was: &lt;1&gt;" type="org.opentest4j.AssertionFailedError"><![CDATA[org.opentest4j.AssertionFailedError: expected: <2> but was: <1>]]></failure>
    <rerunFailure message="expected: &lt;2&gt; but was: &lt;1&gt;" type="org.opentest4j.AssertionFailedError">
      <stackTrace><![CDATA[org.opentest4j.AssertionFailedError: expected: <2> but was: <1>]]></stackTrace>
    </rerunFailure>
    <rerunFailure message="again" type="org.opentest4j.AssertionFailedError"/>
  </testcase>
  <testcase name="opens" classname="till.TotalTest" time="0.001">
    <error message="no drawer" type="java.lang.IllegalStateException"><![CDATA[java.lang.IllegalStateException: no drawer]]></error>
    <system-out><![CDATA[opening]]></system-out>
  </testcase>
  <testcase name="prints" classname="till.TotalTest" time="0"><skipped message="no printer"/></testcase>
  <testcase name="counts" classname="till.TotalTest" time="0.002">
    <flakyFailure message="first try" type="java.lang.AssertionError"><stackTrace><![CDATA[java.lang.AssertionError]]></stackTrace></flakyFailure>
  </testcase>
</testsuite>
`,
  'TEST-till.DrawerTest.xml': `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="till.DrawerTest" time="0.5" tests="1" errors="0" skipped="0" failures="0">
  <testcase name="adds" classname="till.DrawerTest" time="0.1"/>
</testsuite>
`,
};

test('Surefire: one file for each class, runs again among them', async () => {
  const tests = await collect(SUREFIRE);
  assert.deepEqual(outline(tests), [
    ['adds', 'passed'],
    ['adds', 'passed'],
    ['rounds', 'failed', 'org.opentest4j.AssertionFailedError'],
    ['opens', 'error', 'java.lang.IllegalStateException'],
    ['prints', 'skipped'],
    ['counts', 'flaky'],
  ]);
  assert.deepEqual([tests.flaky, tests.disagreements, tests.duration_ms], [1, [], 1_235_000]);
  const gate = {
    max_failed: 1,
    must_pass: ['till.DrawerTest', 'till.TotalTest::adds', 'counts'],
    must_fail: ['rounds'],
  };
  assert.deepEqual(judgeTests(tests, gate), []);
  assert.deepEqual(judgeTests(tests, { max_failed: 9, must_pass: ['till.TotalTest'] }), [
    'must-pass-absent:till.TotalTest',
  ]);
});

test('PHPUnit: suites in suites, each counting what is below', async () => {
  const tests = await collect({
    'php.xml': `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="phpunit.xml" tests="4" assertions="3" errors="1" failures="1" skipped="1" time="0.012">
    <testsuite name="unit" tests="4" assertions="3" errors="1" failures="1" skipped="1" time="0.012">
      <testsuite name="Till\\TotalTest" file="tests/TotalTest.php" tests="4" assertions="3" errors="1" failures="1" skipped="1" time="0.012">
        <testcase name="testAdds" file="tests/TotalTest.php" line="9" class="Till\\TotalTest" classname="Till.TotalTest" assertions="1" time="0.001"/>
        <testcase name="testRounds" file="tests/TotalTest.php" line="14" class="Till\\TotalTest" classname="Till.TotalTest" assertions="1" time="0.004">
          <failure type="PHPUnit\\Framework\\ExpectationFailedException">Till\\TotalTest::testRounds
Failed asserting that 1 matches expected 2.</failure>
        </testcase>
        <testcase name="testOpens" file="tests/TotalTest.php" line="19" class="Till\\TotalTest" classname="Till.TotalTest" assertions="0" time="0.001">
          <error type="RuntimeException">Till\\TotalTest::testOpens
RuntimeException: no drawer</error>
        </testcase>
        <testcase name="testPrints" file="tests/TotalTest.php" line="24" class="Till\\TotalTest" classname="Till.TotalTest" assertions="0" time="0.000"><skipped/></testcase>
      </testsuite>
    </testsuite>
  </testsuite>
</testsuites>
`,
  });
  assert.deepEqual(outline(tests), [
    ['testAdds', 'passed'],
    ['testRounds', 'failed', 'PHPUnit\\Framework\\ExpectationFailedException'],
    ['testOpens', 'error', 'RuntimeException'],
    ['testPrints', 'skipped'],
  ]);
  assert.deepEqual([tests.disagreements, tests.duration_ms], [[], 12]);
  const named = { must_pass: ['Till.TotalTest::testAdds'], must_fail: ['testRounds'] };
  assert.deepEqual(judgeTests(tests, { max_failed: 1, ...named }), []);
});
