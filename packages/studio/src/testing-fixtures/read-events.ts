/** The events of a stream that ends, each with its name and data. */
export async function readEvents(response: Response): Promise<{ event: string; data: unknown }[]> {
  const text = await response.text();
  return text.split('\n\n').flatMap((each) => {
    const event = /^event: (.*)$/mu.exec(each)?.[1];
    const data = /^data: (.*)$/mu.exec(each)?.[1];
    return event === undefined || data === undefined ? [] : [{ event, data: JSON.parse(data) as unknown }];
  });
}
